import { expect, test, vi } from 'vitest'
import { shareFor } from '../start/site-queries.ts'

test('one answer serves all callers until it expires', async () => {
  let now = 0
  const ask = vi.fn(async () => ask.mock.calls.length)
  const shared = shareFor(100, ask, () => now)
  expect(await Promise.all([shared(), shared()])).toEqual([1, 1])
  now = 99
  expect(await shared()).toBe(1)
  now = 100
  expect(await shared()).toBe(2)
})

test('a failure is not cached', async () => {
  const ask = vi.fn().mockRejectedValueOnce(new Error('weg')).mockResolvedValue('da')
  const shared = shareFor(100, ask, () => 0)
  await expect(shared()).rejects.toThrow('weg')
  expect(await shared()).toBe('da')
})
