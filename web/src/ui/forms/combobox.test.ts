import { expect, test } from 'vitest'
import { listStep } from './combobox.ts'

test.each([
  ['ArrowDown', -1, 3, 0],
  ['ArrowDown', 2, 3, -1],
  ['ArrowUp', -1, 3, 2],
  ['ArrowUp', 0, 3, -1],
  ['ArrowDown', -1, 0, -1],
  ['a', 1, 3, null],
  ['Home', 1, 3, null],
])('%s from %i of %i leads to %s', (key, current, count, next) => expect(listStep(key, current, count)).toBe(next))
