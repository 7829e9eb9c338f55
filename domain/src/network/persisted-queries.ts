const minute = 60_000
const day = 24 * 60 * minute

/**
 * Limits of what the native apps persist on the device for offline reading. Times in milliseconds, sizes in
 * characters of JSON.
 */
export const persistedLimits = {
  /** Maximum age, as for the service worker's copies on the web. */
  ageMs: 7 * day,
  /** Maximum age of member-written content once the device is online: it may have been removed since. */
  writtenAgeMs: day,
  entries: 150,
  entrySize: 400_000,
  totalSize: 8_000_000,
  /** Pages of an infinite list: all of them would be refetched at the next start. */
  pages: 2,
  /** Time limit for reading the persisted copy. */
  readWithinMs: 500,
} as const

/** Public queries by key: scope, then topic (`true`: all topics). Anything else is never persisted. */
const open: Readonly<Record<string, readonly string[] | true>> = {
  home: true,
  charts: true,
  stars: ['list', 'one'],
  formats: ['list', 'one', 'season', 'episodes'],
  calendar: ['weeks', 'month'],
  posts: ['overview', 'list', 'hot', 'one', 'path', 'tagged'],
  comments: ['of', 'thread'],
  profiles: ['one', 'profile_posts', 'profile_comments', 'profile_fan_of'],
  search: ['popular'],
  site: ['format-slug', 'season-path'],
}

/** Search terms are never persisted. */
const isSearched = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && Boolean(Reflect.get(part, 'query'))

/** Whether the result of a query may be persisted. `personal`: the query is marked as user-specific. */
export function mayBePersisted(key: readonly unknown[], personal: boolean): boolean {
  const [room, topic, filter] = key
  if (personal || typeof room !== 'string' || !Object.hasOwn(open, room) || isSearched(filter)) return false
  const topics = open[room]
  return topics === true || (typeof topic === 'string' && topics?.includes(topic) === true)
}

/** `owner`: id of the member who fetched it, empty for guests. `at`: when the server answered. */
export type PersistedEntry = { owner: string; build: string; at: number; size: number; key: readonly unknown[] }
export type PersistedContext = { owner: string; build: string; now: number }

/** Valid only for the same owner and build and a limited time. A clock set back invalidates it. */
export function isUsable(
  { owner, build, at }: Omit<PersistedEntry, 'size' | 'key'>,
  around: PersistedContext,
): boolean {
  const age = around.now - at
  return owner === around.owner && build === around.build && age >= 0 && age < persistedLimits.ageMs
}

/** Key scopes with member-written content. */
const written: readonly unknown[] = ['posts', 'comments', 'profiles']

/**
 * Entries to delete: invalid ones, member-written ones that are too old while online, and those beyond the size limit.
 */
export function persistedSurplus<E extends PersistedEntry>(
  entries: readonly E[],
  around: PersistedContext & { online: boolean },
): E[] {
  const isLate = ({ key, at }: E) =>
    around.online && written.includes(key[0]) && around.now - at >= persistedLimits.writtenAgeMs
  let count = 0
  let size = 0
  const stays = (entry: E) => {
    if (!isUsable(entry, around) || isLate(entry)) return false
    count += 1
    size += entry.size
    return count <= persistedLimits.entries && size <= persistedLimits.totalSize
  }
  return [...entries].sort((a, b) => b.at - a.at).filter((entry) => !stays(entry))
}
