import { expect, test } from 'vitest'
import { menuStep } from './use-disclosures.ts'

test.each([
  ['ArrowDown', -1, 3, 0],
  ['ArrowDown', 1, 3, 2],
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', -1, 3, 2],
  ['ArrowUp', 0, 3, 2],
  ['ArrowUp', 2, 3, 1],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['Enter', 0, 3, null],
  ['ArrowDown', -1, 0, null],
])('%s from entry %i of %i leads to %s', (key, current, count, next) =>
  expect(menuStep(key, current, count)).toBe(next),
)
