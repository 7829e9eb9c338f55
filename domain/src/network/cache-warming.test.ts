import { expect, test } from 'vitest'
import { cacheHealth, cacheTasks, isWarmingPath, trendingEntries } from './cache-warming.ts'

const passing = (passed: number, of: number) => Array.from({ length: of }, (_, at) => at < passed)

test.each([
  [0, 0, 'healthy'],
  [4, 4, 'healthy'],
  [7, 10, 'degraded'],
  [9, 10, 'degraded'],
  [69, 100, 'unhealthy'],
  [0, 1, 'unhealthy'],
] as const)('%i of %i checks: %s', (passed, of, health) => expect(cacheHealth(passing(passed, of))).toBe(health))

test.each([
  ['/formate', 20],
  ['/formate/sommerhaus', 20],
  ['/formats/alt', 20],
  ['/', 10],
  ['/charts/stars/format-statistiken', 10],
])('on %s %i trending formats are loaded', (path, entries) => expect(trendingEntries(path)).toBe(entries))

test.each([
  ['/admin', false],
  ['/admin/posts', false],
  ['/administration', true],
  ['/', true],
])('warming on %s: %s', (path, expected) => expect(isWarmingPath(path)).toBe(expected))

test('how often each task runs, in minutes', () => {
  const minutes = Object.fromEntries(Object.entries(cacheTasks).map(([name, { everyMs }]) => [name, everyMs / 60_000]))
  expect(minutes).toEqual({
    'core-formats': 8,
    trending: 5,
    search: 20,
    analytics: 30,
    'refresh-meta': 5,
    'refresh-profiles': 10,
    'refresh-stars-and-formats': 30,
    clean: 120,
  })
})

test('tasks depend only on existing tasks', () => {
  const named = Object.values(cacheTasks).flatMap(({ after }) => after)
  expect(Object.keys(cacheTasks)).toEqual(expect.arrayContaining(named))
})
