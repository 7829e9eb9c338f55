import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pagePurger } from './page-purge.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test("members' changes purge once a second, and the last change is never lost", () => {
  const purge = vi.fn()
  const changed = pagePurger(purge)
  for (let n = 0; n < 40; n++) changed('soon')
  expect(purge).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  expect(purge).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(10_000)
  expect(purge).toHaveBeenCalledTimes(2)
  changed('soon')
  expect(purge).toHaveBeenCalledTimes(3)
})

test('decisions of staff purge at once, whatever members do', () => {
  const purge = vi.fn()
  const changed = pagePurger(purge)
  changed('soon')
  changed('soon')
  changed('at once')
  changed('at once')
  expect(purge).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(10_000)
  expect(purge).toHaveBeenCalledTimes(3)
})
