import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minuteCounter } from './minute-counter.ts'
import { type KeptMinute, type MinuteOptions, mostWaiting, startMinutes } from './minutes.ts'
import { serverCounts } from './server-counts.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.parse('2026-11-28T20:14:30Z') })
})
afterEach(() => void vi.useRealTimers())

function started(more: Partial<MinuteOptions> = {}) {
  const lines: object[] = []
  const logged: string[] = []
  const kept: KeptMinute[] = []
  const counts = serverCounts()
  const counter = minuteCounter(
    counts,
    () => ({ loopP99: 0, loopMax: 0, cpu: 0, rss: 1 }),
    () => 0,
  )
  const end = startMinutes({
    counter,
    write: (minute) => lines.push(minute),
    keep: async (rows) => void kept.push(...rows),
    log: (line) => void logged.push(line),
    ...more,
  })
  const ask = () => counter.answered({ method: 'GET', path: '/stars', status: 200, ms: 5, page: 'cached' })
  return { lines, logged, kept, ask, end }
}

test('each minute has one line and one row, named by its beginning; the last one what there was of it', async () => {
  const { lines, kept, ask, end } = started({ mailsWaiting: async () => 4 })
  ask()
  await vi.advanceTimersByTimeAsync(31_000)
  ask()
  ask()
  await vi.advanceTimersByTimeAsync(60_000)
  ask()
  await end()
  await vi.advanceTimersByTimeAsync(180_000)
  expect(kept.map(({ at, minute }) => [at, minute.requests, minute.mailsWaiting])).toEqual([
    ['2026-11-28T20:14:00.000Z', 1, 4],
    ['2026-11-28T20:15:00.000Z', 2, 4],
    ['2026-11-28T20:16:00.000Z', 1, 4],
  ])
  expect(lines).toEqual(kept.map(({ minute }) => minute))
})

test('a database that is away for some minutes gets them afterwards, and the log has one line about it', async () => {
  let away = true
  const kept: KeptMinute[] = []
  const { lines, logged } = started({
    mailsWaiting: () => Promise.reject(new Error('away')),
    keep: async (rows) => {
      if (away) throw new Error('away')
      kept.push(...rows)
    },
  })
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect([lines.length, kept.length, logged]).toEqual([
    5,
    0,
    ['Die Zahlen der letzten Minute ließen sich nicht aufbewahren: away'],
  ])
  away = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(kept.map(({ minute }) => [minute.mailsWaiting, minute.lost])).toEqual(Array(6).fill([null, 0]))
})

test('what waits for longer than that is dropped and counted in a later minute', async () => {
  let away = true
  const kept: KeptMinute[] = []
  started({
    keep: async (rows) => {
      if (away) throw new Error('away')
      kept.push(...rows)
    },
  })
  await vi.advanceTimersByTimeAsync((mostWaiting + 4) * 60_000)
  away = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(kept).toHaveLength(mostWaiting)
  expect(kept.reduce((sum, { minute }) => sum + minute.lost, 0) + kept.length).toBeLessThanOrEqual(mostWaiting + 5)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(kept.reduce((sum, { minute }) => sum + minute.lost, 0)).toBe(5)
})

test('where nothing is kept nothing is lost', async () => {
  const { lines } = started({ keep: undefined })
  await vi.advanceTimersByTimeAsync((mostWaiting + 9) * 60_000)
  expect(lines).toHaveLength(mostWaiting + 9)
  expect(lines.every((line) => 'lost' in line && line.lost === 0)).toBe(true)
})

test('a database that does not answer holds nothing up: the next minute is counted and tries again', async () => {
  let calls = 0
  const { lines } = started({
    keep: () => {
      calls += 1
      return new Promise(() => {})
    },
  })
  await vi.advanceTimersByTimeAsync(3 * 60_000 + 15_000)
  expect([lines.length, calls]).toEqual([3, 3])
})
