import { createHash, timingSafeEqual } from 'node:crypto'
import type { SharedHeaders } from '../documents/stored-document.ts'
import { searchNames } from '../pages/cacheable-search.ts'
import { freshFor, liveFor, staleFor } from '../pages/document-cache.ts'
import type { Front, Sending } from '../pages/document-route.ts'
import type { PurgeKeys } from '../pages/page-purge.ts'
import type { Log } from '../wire/request-log.ts'
import { type PurgeSender, purgeQueue } from './purge-queue.ts'
import { forgottenAnswer, itemOf, type PurgeTarget, purgeSender } from './purge-requests.ts'

/** In s: how long a cache in front may show a page while this server fails or restarts. */
const staleIfError = 600
/** In s: how long it keeps pages that nobody can tell it to forget. */
const unpurged = 10

/** Characters that every server reads alike: a `#` would end the address for some of them, and begin nothing for others. */
const plain = /^[\w\-.~%!$&'()*+,;=:@/?]*$/
const ownNames: ReadonlySet<string> = new Set(searchNames)

/** A parameter that no page reads, and that no cache takes for one of ours: some compare names without case or encoding. */
function isJunk(part: string): boolean {
  const [name = ''] = part.split('=', 1)
  return /^[\w.-]*$/.test(name) && !ownNames.has(name.toLowerCase())
}

/**
 * Whether an address as it was asked for is the canonical one, apart from parameters that change nothing. Only then do a
 * cache, whose key has the path and our parameters as they are written, and this server mean the same page: otherwise
 * somebody could have a page kept under the address of another.
 */
export function isSameAddress(target: string, href: string): boolean {
  if (target === href) return plain.test(target)
  const at = target.indexOf('?')
  if (at === -1 || !plain.test(target)) return false
  const path = target.slice(0, at)
  const ours = target
    .slice(at + 1)
    .split('&')
    .filter((part) => !isJunk(part))
  return href === (ours.length > 0 ? `${path}?${ours.join('&')}` : path)
}

/** How a cache is told to forget: by nobody, by path, or by tag. */
export type PurgedBy = 'path' | 'tag' | undefined

const seconds = (ms: number) => Math.floor(ms / 1000)

/**
 * How long a cache in front may keep a document of this age (ms). Like our own cache it shows a page until 60 s after it was
 * rendered, the second half of it while asking for a new one. Browsers ask each time.
 */
export function keepingOf(age: number, by: PurgedBy, isLive: boolean): SharedHeaders {
  const shared = (fresh: number) => `public, max-age=0, s-maxage=${fresh}`
  const fresh = Math.max(1, seconds((isLive ? liveFor : freshFor) - age))
  if (isLive) return { 'cache-control': shared(fresh) }
  if (!by) return { 'cache-control': shared(Math.min(unpurged, fresh)) }
  const stale = Math.max(0, seconds(freshFor + staleFor - age) - fresh)
  const beyond = `stale-while-revalidate=${stale}, stale-if-error=${staleIfError}`
  // Browsers know the first of these two as well and would show old pages: RFC 9213 is for caches that read it.
  if (by === 'tag')
    return { 'cache-control': shared(fresh), 'cdn-cache-control': `public, max-age=${fresh}, ${beyond}` }
  return { 'cache-control': `${shared(fresh)}, ${beyond}` }
}

/** Beginnings of row ids as numbers: a few bytes for each row of each page. Two rows that share one are purged together. */
export type RowMarks = Uint32Array<ArrayBuffer>

/** Hexadecimal digits of an id that a mark or tag has. */
const markDigits = 8
const markOf = (id: string) => Number.parseInt(id.slice(0, markDigits), 16)

export const marksOf = (rows: ReadonlySet<string>): RowMarks => Uint32Array.from(rows, markOf)

type Entry = { marks: RowMarks; until: number }

/**
 * What caches in front may still show: addresses with the rows on them, each until its time is over. Whatever else such a
 * cache holds, it cannot be told to forget it by a path, so nothing is handed out that is not noted here.
 */
export function handedOut(most: number, clock: () => number = Date.now) {
  /** In the order of their ends, because each is noted for the same time. */
  const entries = new Map<string, Entry>()

  function dropOver(now: number): void {
    for (const [item, { until }] of entries) {
      if (until > now) return
      entries.delete(item)
    }
  }

  return {
    /** Returns what had to make room, which the cache has to forget. */
    note(item: string, marks: RowMarks, lasts: number): string | undefined {
      const now = clock()
      dropOver(now)
      entries.delete(item)
      const [oldest] = entries.size >= most ? entries.keys() : []
      if (oldest !== undefined) entries.delete(oldest)
      entries.set(item, { marks, until: now + lasts })
      return oldest
    },
    /** What shows one of these rows. It is noted no longer. */
    take(keys: PurgeKeys): string[] {
      dropOver(clock())
      const wanted = keys === 'all' ? undefined : keys.map(markOf)
      const isMeant = ({ marks }: Entry) => !wanted || wanted.some((mark) => marks.includes(mark))
      const items = [...entries].filter(([, entry]) => isMeant(entry)).map(([item]) => item)
      for (const item of items) entries.delete(item)
      return items
    },
  }
}

export type CdnOptions = {
  /** Where it is told to forget; absent: it keeps pages for seconds only. */
  purge?: PurgeTarget | undefined
  /** Name of our dictionary, which purges of pages compressed with it have to say. */
  dictionary?: string | undefined
  log: Log
  clock?: () => number
  sender?: PurgeSender
}

/** Addresses in encodings that are noted. */
const mostHandedOut = 5_000
/** In ms: as long as a cache may show a page by the headers it got. */
const shownFor = freshFor + staleFor + staleIfError * 1000

/** On every document, and on those that show more rows than a header should name: these go with every purge. */
const allTag = 'pages'
const crowdedTag = 'crowded'
/** 9 bytes each: nginx and others take 4 kB for all headers. */
const mostRowTags = 100

const tagOf = (id: string) => id.slice(0, markDigits)

function tagsOf(rows: ReadonlySet<string>): string {
  const tags = rows.size > mostRowTags ? [crowdedTag] : [...new Set([...rows].map(tagOf))]
  return [allTag, ...tags].join(',')
}

const tagsFor = (keys: PurgeKeys) => (keys === 'all' ? [allTag] : [crowdedTag, ...keys.map(tagOf)])

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The cache in front: what it may keep, and how it is told to forget. */
export type CdnFront = Front & {
  /** Has it forget what shows these rows. */
  purge: (keys: PurgeKeys) => void
  /** Resolves when nothing is being sent to it. */
  idle: () => Promise<void>
}

export function cdnFront({ purge, dictionary, log, clock = Date.now, sender }: CdnOptions): CdnFront {
  const queue = purge && purgeQueue(sender ?? purgeSender(purge, dictionary), { log })
  const handed = handedOut(mostHandedOut, clock)
  const secret = purge && digest(purge.token)
  const marks = new WeakMap<ReadonlySet<string>, RowMarks>()

  /** False: it could not be told to forget this one. */
  function note({ encoding, href, kept: { rows } }: Sending): boolean {
    if (!queue || queue.isFull()) return false
    const known = marks.get(rows) ?? marksOf(rows)
    marks.set(rows, known)
    const dropped = handed.note(itemOf(encoding, href), known, shownFor)
    if (dropped !== undefined) queue.add([dropped])
    return true
  }

  return {
    headersOf(sending) {
      const { target, href, document, kept, isLive } = sending
      if (document.status !== 200 || !isSameAddress(target, href)) return undefined
      const keeping = keepingOf(clock() - kept.since, purge?.by, isLive)
      if (!purge || isLive) return keeping
      if (purge.by === 'tag') return { ...keeping, 'cache-tag': tagsOf(kept.rows) }
      return note(sending) ? keeping : undefined
    },
    forgetting: (given) =>
      secret && typeof given === 'string' && timingSafeEqual(digest(given), secret) ? forgottenAnswer() : undefined,
    purge(keys) {
      queue?.add(purge?.by === 'tag' ? tagsFor(keys) : handed.take(keys))
    },
    idle: async () => queue?.idle(),
  }
}
