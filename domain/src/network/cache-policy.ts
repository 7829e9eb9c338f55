const minute = 60_000

/**
 * How long an entry counts as fresh, and how many are cached. Entries are queries of the query cache, whose own fresh
 * times (`freshMs`) are never longer; `images` are in the caches of browser and service worker.
 */
export const cacheTiers = {
  stars: { freshMs: 30 * minute, entries: 1000 },
  posts: { freshMs: 5 * minute, entries: 500 },
  profiles: { freshMs: 15 * minute, entries: 200 },
  analytics: { freshMs: minute, entries: 50 },
  images: { freshMs: 60 * minute, entries: 100 },
} as const
export type CacheTier = keyof typeof cacheTiers

/** Query keys that share a tier. */
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

/** The cache tier of a query by its key; undefined for the few inherently bounded ones (settings, the footer). */
export function cacheTierOf([room, topic]: readonly unknown[]): CacheTier | undefined {
  if (room === 'admin') return topic === 'analytics' ? 'analytics' : undefined
  return typeof room === 'string' && Object.hasOwn(tiers, room) ? tiers[room] : undefined
}

type Entry = { key: readonly unknown[]; updatedAt: number; inUse: boolean }

/** Entries to evict so that each tier stays within its limit: the oldest first, never one in use. */
export function surplusEntries<E extends Entry>(entries: readonly E[]): E[] {
  return (Object.keys(cacheTiers) as CacheTier[]).flatMap((tier) => {
    const held = entries.filter(({ key }) => cacheTierOf(key) === tier)
    const over = Math.max(0, held.length - cacheTiers[tier].entries)
    return held
      .filter(({ inUse }) => !inUse)
      .sort((a, b) => a.updatedAt - b.updatedAt)
      .slice(0, over)
  })
}
