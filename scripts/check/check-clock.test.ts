import { expect, test } from 'vitest'
import { readsOfClock } from './check-clock.ts'

test.each([
  ['const over = end < Date.now()', 1],
  ['const at = new Date()', 1],
  ['const text = Date()', 1],
  ['const now = Date.now', 1],
  ['const at = new Date(instant)', 0],
  ['const at = Date.parse(text)', 0],
  ['const over = end < serverNow()', 0],
])('%s', (source, count) => expect(readsOfClock('a.ts', source)).toHaveLength(count))
