import { expect, test } from 'vitest'
import { keyboardIsOpen } from './keyboard.ts'

test.each([
  [844, 500, true],
  [844, 693, true],
  [844, 694, false],
  [844, 788, false],
])('of %i px height %i visible: keyboard %s', (layout, visible, open) =>
  expect(keyboardIsOpen(layout, visible)).toBe(open),
)
