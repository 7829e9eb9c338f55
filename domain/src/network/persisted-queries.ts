const minute = 60_000
const day = 24 * 60 * minute

/** Limits of what the native apps persist for offline reading. Times in milliseconds, sizes in characters of JSON. */
export const persistedLimits = {
  /** Maximum age; the same as for the service worker's copies on the web. */
  ageMs: 7 * day,
  /** Maximum age of content by members when the device is online: it may have been removed since. */
  writtenAgeMs: day,
  entries: 150,
  entrySize: 400_000,
  totalSize: 8_000_000,
  /** Most pages of an infinite list: all of them are fetched again at the next start. */
  pages: 2,
  /** Time limit for reading the persisted copy. */
  readWithinMs: 500,
} as const

/** Public queries by the first two parts of their key: scope and topic (`true`: all). No others are persisted. */
const open: Readonly<Record<string, readonly string[] | true>> = {
  home: true,
  charts: true,
  stars: ['list', 'one'],
  formats: ['list', 'one', 'season', 'episodes'],
  calendar: ['weeks', 'month'],
  posts: ['overview', 'list', 'aside', 'hot', 'one', 'path', 'tagged'],
  comments: ['of', 'thread'],
  profiles: ['one', 'profile_posts', 'profile_comments', 'profile_fan_of'],
  news: ['list', 'one'],
  search: ['popular'],
  site: ['format-slug', 'season-path'],
}

/** Whether this part of a query key has a search term; such queries are never persisted. */
const isSearched = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && Boolean(Reflect.get(part, 'query'))

/** Whether the result of a query may be persisted. `personal`: the query is marked as depending on the member. */
export function mayBePersisted(key: readonly unknown[], personal: boolean): boolean {
  const [scope, topic, filter] = key
  if (personal || typeof scope !== 'string' || !Object.hasOwn(open, scope) || isSearched(filter)) return false
  const topics = open[scope]
  return topics === true || (typeof topic === 'string' && topics?.includes(topic) === true)
}

/** `owner`: id of the member who fetched it, empty for guests. `at`: when the server answered, ms since 1970. */
export type PersistedEntry = { owner: string; build: string; at: number; size: number; key: readonly unknown[] }
export type PersistedContext = { owner: string; build: string; now: number }

/** Whether an entry may be shown: same owner and build, not too old, and not from the future (a clock set back). */
export function isUsable(
  { owner, build, at }: Omit<PersistedEntry, 'size' | 'key'>,
  context: PersistedContext,
): boolean {
  const age = context.now - at
  return owner === context.owner && build === context.build && age >= 0 && age < persistedLimits.ageMs
}

/** Scopes of queries with content by members. */
const written: readonly unknown[] = ['posts', 'comments', 'profiles']

/** Entries to delete: unusable ones, content by members that is too old while online, and what exceeds the limits. */
export function persistedSurplus<E extends PersistedEntry>(
  entries: readonly E[],
  context: PersistedContext & { online: boolean },
): E[] {
  const isLate = ({ key, at }: E) =>
    context.online && written.includes(key[0]) && context.now - at >= persistedLimits.writtenAgeMs
  let count = 0
  let size = 0
  const stays = (entry: E) => {
    if (!isUsable(entry, context) || isLate(entry)) return false
    count += 1
    size += entry.size
    return count <= persistedLimits.entries && size <= persistedLimits.totalSize
  }
  return [...entries].sort((a, b) => b.at - a.at).filter((entry) => !stays(entry))
}
