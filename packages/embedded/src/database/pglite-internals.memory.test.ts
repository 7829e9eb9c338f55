import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { returnMemory } from './pglite-internals.ts'

const MB = 1 << 20

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('collects once much has been thrown away, and again only after as much more', () => {
  const memory = { used: 10 * MB, garbage: 30 * MB }
  const collect = vi.fn(() => {
    memory.garbage = 0
  })
  returnMemory(collect, () => memory.used + memory.garbage)
  vi.advanceTimersByTime(60_000)
  expect(collect).not.toHaveBeenCalled()
  memory.garbage = 100 * MB
  vi.advanceTimersByTime(5_000)
  expect(collect).toHaveBeenCalledTimes(1)
  memory.used = 55 * MB
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledTimes(1)
  memory.garbage = 5 * MB
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledTimes(2)
})

test('looks at nothing where nothing can be collected', () => {
  const held = vi.fn(() => 1_000 * MB)
  returnMemory(undefined, held)
  vi.advanceTimersByTime(60_000)
  expect(held).not.toHaveBeenCalled()
})
