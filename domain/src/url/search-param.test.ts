import { describe, expect, it } from 'vitest'
import { choiceParam, cursorParam, partSearch, patternParam, termParam, uuidPattern } from './search-param.ts'

describe('choiceParam', () => {
  it.each([
    ['top', 'top'],
    [30, '30'],
    ['TOP', undefined],
    ['', undefined],
    [['top'], undefined],
    [{ top: 1 }, undefined],
    [null, undefined],
    [undefined, undefined],
    ['constructor', undefined],
  ])('reads %j as %j', (given, expected) => {
    expect(choiceParam(given, ['top', '30'])).toBe(expected)
  })
})

describe('termParam', () => {
  it.each([
    ['  love \t island ', 'love island'],
    [24, '24'],
    [true, 'true'],
    ['   ', undefined],
    ['x'.repeat(81), undefined],
    [['a'], undefined],
    [undefined, undefined],
  ])('reads %j as %j', (given, expected) => {
    expect(termParam(given, 80)).toBe(expected)
  })
})

describe('patternParam', () => {
  it.each([
    ['4f8c2a10-9d1e-4c57-8a33-0b1d5e6f7a89', true],
    ['4f8c2a10-9d1e-4c57-8a33', false],
    ["' or 1=1 --", false],
    [5, false],
    [{}, false],
  ])('takes %j as an id: %j', (given, taken) => {
    expect(patternParam(given, uuidPattern)).toBe(taken ? given : undefined)
  })
})

describe('cursorParam', () => {
  it.each([
    ['WyI5NC4yIiwieCJd', 'WyI5NC4yIiwieCJd'],
    ['["94.2","x"]', undefined],
    ['abc', undefined],
    ['W10', undefined],
    ['WyI5NC4yIiwieCJd<', undefined],
    ['', undefined],
    [`WyI${'x'.repeat(498)}`, undefined],
    [7, undefined],
    [{ a: 1 }, undefined],
  ])('reads %j as %j', (given, expected) => {
    expect(cursorParam(given)).toBe(expected)
    expect(partSearch({ nach: given })).toEqual({ nach: expected })
  })
})
