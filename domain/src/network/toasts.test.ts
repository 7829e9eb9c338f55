import { expect, test } from 'vitest'
import { toastPosition } from './toasts.ts'

test.each([
  [true, 'top-center'],
  [false, 'bottom-right'],
])('toasts on native %s stand at %s', (native, position) => expect(toastPosition(native)).toBe(position))
