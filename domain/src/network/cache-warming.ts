import { freshMs } from './query-policy.ts'

const minute = 60_000

/** The order in which tasks run. */
export const warmingPriorities = ['critical', 'high', 'normal', 'low'] as const
export type WarmingPriority = (typeof warmingPriorities)[number]

export type CacheTask = {
  priority: WarmingPriority
  /** Tasks that have to finish before. */
  after: readonly string[]
  everyMs: number
  /** Part of the first run at app start; the other tasks are scheduled after it. */
  first: boolean
}

/** Tasks that warm caches, background refreshes (at the interval after which their data is stale), and a cleanup. */
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

/** Search terms to warm, and the number of this visit's own searches to warm in addition. */
export const searchWarmTerms = ['love island', 'bachelor', 'sommerhaus'] as const
export const recentSearchesMax = 5

/** Number of trending formats to warm on a page; more on pages of formats. */
export const trendingEntries = (path: string): number => (/\/format(s|e)(\/|$)/.test(path) ? 20 : 10)

/** Whether caches are warmed on this path: not in the admin area. */
export const isWarmingPath = (path: string): boolean => !/^\/admin(\/|$)/.test(path)

export type CacheHealth = 'healthy' | 'degraded' | 'unhealthy'
const degradedFrom = 0.7

/** Healthy when all checks pass, degraded when at least 70 percent do, otherwise unhealthy. */
export function cacheHealth(checks: readonly boolean[]): CacheHealth {
  const passed = checks.filter(Boolean).length
  if (passed === checks.length) return 'healthy'
  return passed >= degradedFrom * checks.length ? 'degraded' : 'unhealthy'
}
