import { expect, test } from 'vitest'
import { limiter } from './rate-limit.ts'

test('allows so many at once, then one each time enough has been refilled', () => {
  let now = 0
  const { take, peek } = limiter({ times: 3, seconds: 30 }, () => now)
  expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 0])
  expect(take('a')).toBe(10)
  expect(peek('a')).toBe(10)
  expect(take('b')).toBe(0)
  now = 9_000
  expect(take('a')).toBe(1)
  now = 10_000
  expect([take('a'), take('a')]).toEqual([0, 10])
  now = 10_000_000
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 10])
})

test('does not grow with the number of callers for ever', () => {
  let now = 0
  const { take, peek } = limiter({ times: 1, seconds: 1 }, () => now)
  for (let caller = 0; caller < 60_000; caller++) take(String(caller))
  expect(peek('59999')).toBe(1)
  now = 5_000
  expect(take('0')).toBe(0)
})

test('what costs more is allowed as a whole or not at all, and never when it costs more than the limit', () => {
  let now = 0
  const { take, peek } = limiter({ times: 10, seconds: 10 }, () => now)
  expect([take('a', 8), take('a', 5), take('a', 2), take('a')]).toEqual([0, 3, 0, 1])
  now = 100_000
  expect([take('a', 11), peek('a'), take('a', 10)]).toEqual([1, 0, 0])
})
