import { expect, test } from 'vitest'
import { themeOf } from './layout.ts'

test.each([
  ['light', 'light'],
  ['dark', 'dark'],
  ['system', 'system'],
  ['blau', 'system'],
  [null, 'system'],
])('the stored theme %j is %s', (stored, theme) => expect(themeOf(stored)).toBe(theme))
