import { freshMs } from './query-policy.ts'

const minute = 60_000

/** Tasks run in this order. */
export const warmingPriorities = ['critical', 'high', 'normal', 'low'] as const
export type WarmingPriority = (typeof warmingPriorities)[number]

export type CacheTask = {
  priority: WarmingPriority
  /** Tasks to wait for. */
  after: readonly string[]
  everyMs: number
  /** Part of the first run; all others run after it. */
  first: boolean
}

/** Warming tasks first, then background refreshes at the interval at which their data becomes stale, and a cleanup. */
export const cacheTasks = {
  'core-formats': { priority: 'critical', after: [], everyMs: 8 * minute, first: true },
  trending: { priority: 'high', after: ['core-formats'], everyMs: 5 * minute, first: true },
  search: { priority: 'normal', after: ['core-formats'], everyMs: 20 * minute, first: true },
  analytics: { priority: 'low', after: [], everyMs: 30 * minute, first: true },
  'refresh-meta': { priority: 'low', after: [], everyMs: freshMs.apiMeta, first: false },
  'refresh-profiles': { priority: 'low', after: [], everyMs: freshMs.profiles, first: false },
  'refresh-stars-and-formats': { priority: 'low', after: [], everyMs: freshMs.stars, first: false },
  clean: { priority: 'low', after: [], everyMs: 120 * minute, first: false },
} as const satisfies Record<string, CacheTask>
export type CacheTaskName = keyof typeof cacheTasks

/** Search terms to warm, and how many searches of this visit in addition. */
export const searchWarmTerms = ['love island', 'bachelor', 'sommerhaus'] as const
export const recentSearchesMax = 5

/** Number of trending formats to warm; more on format pages. */
export const trendingEntries = (path: string): number => (/\/format(s|e)(\/|$)/.test(path) ? 20 : 10)

/** No warming in the admin area. */
export const isWarmingPath = (path: string): boolean => !/^\/admin(\/|$)/.test(path)

export type CacheHealth = 'healthy' | 'degraded' | 'unhealthy'
const degradedFrom = 0.7

/** Healthy when all checks pass, degraded when at least 70 percent do, otherwise unhealthy. */
export function cacheHealth(checks: readonly boolean[]): CacheHealth {
  const passed = checks.filter(Boolean).length
  if (passed === checks.length) return 'healthy'
  return passed >= degradedFrom * checks.length ? 'degraded' : 'unhealthy'
}
