import { expect, test } from 'vitest'
import { exactNumber } from './engine.ts'

test.each([
  ['0', 0],
  ['-12', -12],
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', '9007199254740993'],
  ['9.90', 9.9],
  ['0.1', 0.1],
  ['-0.0000012', -0.0000012],
  ['1234567890.12345', 1234567890.12345],
  ['0.12345678901234567890', '0.12345678901234567890'],
  ['NaN', 'NaN'],
  ['Infinity', 'Infinity'],
])('%s becomes %j', (text, expected) => {
  expect(exactNumber(text)).toBe(expected)
})
