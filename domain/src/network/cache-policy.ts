import { staleMs } from './query-policy.ts'

const minute = 60_000

/**
 * How long entries of a tier are fresh, and how many are cached. Entries are queries of the query cache, where single
 * entities may be fresh for a shorter time (`freshMs` in query-policy.ts); `images` are in the caches of browser and
 * service worker.
 */
export const cacheTiers = {
  stars: { freshMs: 30 * minute, entries: 1000 },
  posts: { freshMs: 5 * minute, entries: 500 },
  profiles: { freshMs: 15 * minute, entries: 200 },
  analytics: { freshMs: minute, entries: 50 },
  images: { freshMs: 60 * minute, entries: 100 },
} as const
export type CacheTier = keyof typeof cacheTiers

/** Tiers by the first part of a query key. */
const tiers: Readonly<Record<string, CacheTier>> = {
  stars: 'stars',
  'star-voting': 'stars',
  formats: 'stars',
  charts: 'stars',
  tags: 'stars',
  posts: 'posts',
  'viewer-posts': 'posts',
  comments: 'posts',
  home: 'posts',
  search: 'posts',
  calendar: 'posts',
  profiles: 'profiles',
  account: 'profiles',
  notifications: 'profiles',
}

/** The cache tier of a query by its key; undefined for queries with few entries anyway (settings, the footer). */
export function cacheTierOf([scope, topic]: readonly unknown[]): CacheTier | undefined {
  if (scope === 'admin') return topic === 'analytics' ? 'analytics' : undefined
  return typeof scope === 'string' && Object.hasOwn(tiers, scope) ? tiers[scope] : undefined
}

type Entry = { key: readonly unknown[]; updatedAt: number; inUse: boolean }

/** Entries to evict so that each tier stays within its limit: the oldest first, never one in use. */
export function surplusEntries<E extends Entry>(entries: readonly E[]): E[] {
  return (Object.keys(cacheTiers) as CacheTier[]).flatMap((tier) => {
    const inTier = entries.filter(({ key }) => cacheTierOf(key) === tier)
    const over = Math.max(0, inTier.length - cacheTiers[tier].entries)
    return inTier
      .filter(({ inUse }) => !inUse)
      .sort((a, b) => a.updatedAt - b.updatedAt)
      .slice(0, over)
  })
}

/** Entries that are too old to be shown even while they are read again; never one in use. */
export function expiredEntries<E extends Entry>(entries: readonly E[], now: number): E[] {
  return entries.filter(({ key: [scope], updatedAt, inUse }) => {
    const limit = scope === 'stars' || scope === 'formats' ? staleMs[scope] : Number.POSITIVE_INFINITY
    return !inUse && now - updatedAt > limit
  })
}
