import { describe, expect, test } from 'vitest'
import { networkPolicy, queryPolicy, retryDelayMs } from './query-policy.ts'

describe('networkPolicy', () => {
  test.each([
    ['slow-2g', 20_000, [2000, 4000]],
    ['2g', 20_000, [2000, 4000]],
    ['3g', 12_000, [1000, 2000, 4000]],
    ['4g', 8_000, [1000, 2000, 4000]],
    ['5g', 10_000, [1000, 2000, 4000]],
    ['constructor', 10_000, [1000, 2000, 4000]],
    [undefined, 10_000, [1000, 2000, 4000]],
  ])('%s: time-out %i, waits %j', (connection, timeoutMs, waits) => {
    const policy = networkPolicy(connection)
    expect(policy.timeoutMs).toBe(timeoutMs)
    expect(Array.from({ length: policy.retries }, (_, attempt) => retryDelayMs(attempt, policy, 0))).toEqual(waits)
  })

  test.each([
    ['2g', 8000],
    ['4g', 5000],
  ])('%s never waits longer than %i', (connection, max) =>
    expect(retryDelayMs(20, networkPolicy(connection), 1)).toBe(max),
  )

  test('spreads the waits by up to a quarter, within base and maximum', () => {
    const waits = (random: number) => [0, 1, 2].map((attempt) => retryDelayMs(attempt, networkPolicy('4g'), random))
    expect([waits(0.5), waits(1)]).toEqual([
      [1125, 2250, 4500],
      [1250, 2500, 5000],
    ])
  })
})

test('answers stay cached longer than they are fresh', () => {
  expect([queryPolicy.freshMs, queryPolicy.cachedMs]).toEqual([900_000, 1_800_000])
})
