import { expect, test, vi } from 'vitest'
import { feelTap } from './haptics.ts'

test.each([
  [false, 1],
  [true, 0],
])('with less motion wanted %s a tap is felt %i times', (still, times) => {
  const tap = vi.fn(async () => {})
  feelTap({ still: () => still, tap })
  expect(tap).toHaveBeenCalledTimes(times)
})

test('a device that cannot does not keep the vote from counting', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
  feelTap({ still: () => false, tap: async () => Promise.reject(new Error('no engine')) })
  await new Promise((resolve) => setImmediate(resolve))
  expect(log).toHaveBeenCalledTimes(1)
  log.mockRestore()
})
