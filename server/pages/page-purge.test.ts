import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mostKeys, pagePurger } from './page-purge.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test("members' changes purge once a second, and the last change is never lost", () => {
  const purge = vi.fn()
  const changed = pagePurger(purge)
  for (let n = 0; n < 40; n++) changed({ keys: 'all', when: 'soon' })
  expect(purge).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  expect(purge).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(10_000)
  expect(purge).toHaveBeenCalledTimes(2)
  changed({ keys: 'all', when: 'soon' })
  expect(purge).toHaveBeenCalledTimes(3)
})

test('decisions of staff purge at once, whatever members do', () => {
  const purge = vi.fn()
  const changed = pagePurger(purge)
  changed({ keys: 'all', when: 'soon' })
  changed({ keys: 'all', when: 'soon' })
  changed({ keys: 'all', when: 'at once' })
  changed({ keys: 'all', when: 'at once' })
  expect(purge).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(10_000)
  expect(purge).toHaveBeenCalledTimes(3)
})

test('changed rows are collected, and each is purged once', () => {
  const purge = vi.fn()
  const changed = pagePurger(purge)
  for (const key of ['a', 'b', 'c', 'b']) changed({ keys: [key], when: 'soon' })
  vi.advanceTimersByTime(1_000)
  expect(purge.mock.calls).toEqual([[['a']], [['b', 'c']]])
  vi.advanceTimersByTime(1_000)
  changed({ keys: ['d'], when: 'soon' })
  vi.advanceTimersByTime(1_000)
  changed({ keys: ['e'], when: 'soon' })
  expect(purge.mock.calls.slice(2)).toEqual([[['d']], [['e']]])
})

test('a decision of staff includes the rows that wait, and no purge grows beyond a hundred rows', () => {
  const purge = vi.fn()
  const changed = pagePurger(purge)
  changed({ keys: ['a'], when: 'soon' })
  changed({ keys: ['b'], when: 'soon' })
  changed({ keys: 'all', when: 'at once' })
  expect(purge.mock.calls).toEqual([[['a']], ['all']])
  for (let n = 0; n < mostKeys + 1; n++) changed({ keys: [String(n)], when: 'soon' })
  expect(purge.mock.calls[2]?.[0]).toHaveLength(mostKeys)
  vi.advanceTimersByTime(1_000)
  expect(purge.mock.calls.slice(3)).toEqual([[[String(mostKeys)]]])
})
