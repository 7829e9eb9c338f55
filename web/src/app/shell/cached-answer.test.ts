import { expect, test, vi } from 'vitest'
import { rememberFor } from './site-queries.ts'

test('one answer serves all callers until it expires', async () => {
  let now = 0
  const ask = vi.fn(async () => ask.mock.calls.length)
  const remembered = rememberFor(100, ask, () => now)
  expect(await Promise.all([remembered(), remembered()])).toEqual([1, 1])
  now = 99
  expect(await remembered()).toBe(1)
  now = 100
  expect(await remembered()).toBe(2)
})

test('a failure is not cached', async () => {
  const ask = vi.fn().mockRejectedValueOnce(new Error('weg')).mockResolvedValue('da')
  const remembered = rememberFor(100, ask, () => 0)
  await expect(remembered()).rejects.toThrow('weg')
  expect(await remembered()).toBe('da')
})
