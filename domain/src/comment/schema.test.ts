import { expect, test } from 'vitest'
import { canEditComment } from '../post/limits.ts'
import { commentSchema } from './schema.ts'

test.each([
  ['  Sehe ich auch so.\r\nAber nur heute. \n', 'Sehe ich auch so.\nAber nur heute.'],
  ['x'.repeat(2000), 'x'.repeat(2000)],
  ['😀'.repeat(2000), '😀'.repeat(2000)],
  ['a\u0000b', 'ab'],
])('%j is stored', (content, stored) => expect(commentSchema.parse({ content }).content).toBe(stored))

test.each([
  ['', 'Schreib erst was.'],
  [' \n\u0000 ', 'Schreib erst was.'],
  ['x'.repeat(2001), 'Höchstens 2.000 Zeichen.'],
])('%j is refused', (content, message) =>
  expect(commentSchema.safeParse({ content }).error?.issues[0]?.message).toBe(message),
)

test.each([
  [0, true],
  [15 * 60_000 - 1, true],
  [15 * 60_000, false],
])('a comment %i ms old can be edited: %s', (age, can) => expect(canEditComment(1000, 1000 + age)).toBe(can))
