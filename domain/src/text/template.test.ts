import { expect, it } from 'vitest'
import { ended, factsIn, filled, templateOf } from './template.ts'

const cases: [template: string, facts: Record<string, unknown>, text: string][] = [
  ['Hallo', {}, 'Hallo'],
  ['Hallo {name}', { name: 'Anna' }, 'Hallo Anna'],
  ['Hallo {name}', { name: null }, 'Hallo '],
  ['{result.option}: {result.percent}', { result: { option: 'A', percent: 0 } }, 'A: 0'],
  ['{result.option}', { result: null }, ''],
  ['Neu[ zu „{title}“]', { title: 'X' }, 'Neu zu „X“'],
  ['Neu[ zu „{title}“]', {}, 'Neu'],
  ['a[ {b}[ {c}]]', { b: 1 }, 'a 1'],
  ['a[ {b}[ {c}]]', { c: 1 }, 'a'],
  ['{n|=keins|1=eins|{n} viele}', {}, 'keins'],
  ['{n|=keins|1=eins|{n} viele}', { n: 1 }, 'eins'],
  ['{n|=keins|1=eins|{n} viele}', { n: 3 }, '3 viele'],
  ['{hit|true=ja|false=nein}', { hit: false }, 'nein'],
  ['{hit|true=ja|false=nein}', {}, ''],
  ['{a|x={b|y=[{c}]|z}|w}', { a: 'x', b: 'y', c: 'tief' }, 'tief'],
  ['Grund: {reason!}', { reason: 'Zu laut' }, 'Grund: Zu laut.'],
  ['Grund: {reason!}', { reason: 'Zu laut!' }, 'Grund: Zu laut!'],
  ['{times* um {at}[ ({note})]}', { times: [{ at: '12' }, { at: '20', note: 'neu' }] }, ' um 12 um 20 (neu)'],
  ['{times* um {at}}', {}, ''],
]
it.each(cases)('fills %s with %j', (template, facts, text) => {
  expect(filled(template, facts)).toBe(text)
})

it('reads signs in a fact as text', () => {
  expect(filled('„{title}“', { title: '{name|x=[y]}' })).toBe('„{name|x=[y]}“')
})

it.each(['{name', '[x', 'a}', 'a]', 'a|b', '{}', '{name?}', '{list*x'])('refuses %s', (template) => {
  expect(() => templateOf(template)).toThrow(template)
})

it('names the facts of a template itself', () => {
  expect(factsIn(templateOf('{a}[{b}]{c|x={d}}{e!}'))).toEqual(['a', 'e'])
})

it('ends a sentence once', () => {
  expect(['So', 'So.', 'So?', 'So …', '„So?“'].map(ended)).toEqual(['So.', 'So.', 'So?', 'So …', '„So?“.'])
})
