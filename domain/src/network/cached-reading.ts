const minute = 60_000
const day = 24 * 60 * minute

/**
 * What the native apps store on the device to be read without a network. Times in milliseconds, sizes in
 * characters of JSON.
 */
export const keptReading = {
  /** Gone after this in any case, as the service worker's copies are on the web. */
  ageMs: 7 * day,
  /** What members wrote goes after this as soon as the device has a network: it may have been taken down meanwhile. */
  writtenAgeMs: day,
  entries: 150,
  entrySize: 400_000,
  totalSize: 8_000_000,
  /** Of an endless list: all of its pages would be asked for again at the next start. */
  pages: 2,
  /** A device that has not found its copy by then is not waited for. */
  readWithinMs: 500,
} as const

/** Public pages by their query key: room, then topic (`true`: all of the room's). Whatever is not named here is never kept. */
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

/** What somebody typed is never cached. */
const isSearched = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && Boolean(Reflect.get(part, 'query'))

/** Whether the answer to a query may be kept. `personal`: it says of itself that it is one person's. */
export function mayBeKept(key: readonly unknown[], personal: boolean): boolean {
  const [room, topic, filter] = key
  if (personal || typeof room !== 'string' || !Object.hasOwn(open, room) || isSearched(filter)) return false
  const topics = open[room]
  return topics === true || (typeof topic === 'string' && topics?.includes(topic) === true)
}

/** `owner`: id of the member it was read by, empty for guests. `at`: when the server said it. */
export type KeptFacts = { owner: string; build: string; at: number; size: number; key: readonly unknown[] }
export type KeptNow = { owner: string; build: string; now: number }

/** Only for whom it was read by, in the build that read it, and not for ever. A clock that was set back makes it old. */
export function keptIsGood({ owner, build, at }: Omit<KeptFacts, 'size' | 'key'>, around: KeptNow): boolean {
  const age = around.now - at
  return owner === around.owner && build === around.build && age >= 0 && age < keptReading.ageMs
}

/** Rooms whose content members write. */
const written: readonly unknown[] = ['posts', 'comments', 'profiles']

/** Those to forget: not good any more, written by members and old though there is a network, or more than there is room for. */
export function keptSurplus<E extends KeptFacts>(entries: readonly E[], around: KeptNow & { online: boolean }): E[] {
  const isLate = ({ key, at }: E) =>
    around.online && written.includes(key[0]) && around.now - at >= keptReading.writtenAgeMs
  let count = 0
  let size = 0
  const stays = (entry: E) => {
    if (!keptIsGood(entry, around) || isLate(entry)) return false
    count += 1
    size += entry.size
    return count <= keptReading.entries && size <= keptReading.totalSize
  }
  return [...entries].sort((a, b) => b.at - a.at).filter((entry) => !stays(entry))
}
