import { expect, it } from 'vitest'
import { realtimeLimits, reconnectDelayMs } from './realtime-limits.ts'

it('limits events per second and sets the heartbeat', () => {
  expect(realtimeLimits).toMatchObject({ eventsPerSecond: 10, heartbeatMs: 15_000 })
})

it.each([
  [1, 500],
  [2, 1000],
  [3, 1500],
  [4, 2000],
  [5, 2000],
  [8, 2000],
  [9, 4000],
  [12, 32_000],
  [100, 60_000],
])('waits before attempt %i for %i ms', (attempt, ms) => {
  expect(reconnectDelayMs(attempt)).toBe(ms)
})
