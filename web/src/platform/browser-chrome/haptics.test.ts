import { expect, test, vi } from 'vitest'
import { feelTap } from './haptics.ts'

test.each([
  [false, 1],
  [true, 0],
])('with reduced motion %s a tap has haptic feedback %i times', (reducedMotion, times) => {
  const tap = vi.fn(async () => {})
  feelTap({ reducedMotion: () => reducedMotion, tap })
  expect(tap).toHaveBeenCalledTimes(times)
})

test('a device without haptics does not prevent the vote', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
  feelTap({ reducedMotion: () => false, tap: async () => Promise.reject(new Error('no engine')) })
  await new Promise((resolve) => setImmediate(resolve))
  expect(log).toHaveBeenCalledTimes(1)
  log.mockRestore()
})
