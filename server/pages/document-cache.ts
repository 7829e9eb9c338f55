import { LRUCache } from 'lru-cache'
import { documentSize, type StoredDocument } from '../documents/stored-document.ts'
import type { PurgeKeys } from './page-purge.ts'

/** Memory for guests' documents in bytes. Buffers live outside V8's heap and do not count towards its limit. */
export const pageCacheBytes = 48 << 20

/** In ms. Fresh, then stale while revalidating: removed content is shown for at most 60 s in total. */
export const freshFor = 30_000
export const staleFor = 30_000
/** In ms, for unknown URLs and redirects: their number is unlimited, so they are cached briefly, apart from pages. */
export const briefFor = 10_000
const briefEntries = 200
const briefBytes = 4 << 20

/** In ms and bytes, for what open pages ask for again and again. */
export const liveFor = 5_000
export const liveCacheBytes = 4 << 20

export type CacheOptions = {
  maxBytes: number
  /** In ms; `freshFor` and `staleFor` by default. */
  fresh?: number
  stale?: number
  clock?: () => number
  /** A revalidation in the background failed; the stale document is served until it expires. */
  onStaleFailure?: (error: unknown) => void
}

/** A document that is in the cache: since when, and the rows it shows. */
export type Kept = { since: number; rows: ReadonlySet<string> }
/** `kept`: absent when it was not cached, because it may not be, or because what it shows changed while it was made. */
type Cached = { document: StoredDocument; how: string; kept?: Kept | undefined }

/** `since`: when rendering started rather than finished, so that no document is older than the 60 s. */
type Entry = Kept & { document: StoredDocument }
type Make = () => Promise<StoredDocument>
/** A rendering in progress, and what was purged meanwhile: its data may be older than that. */
type Flight = { promise: Promise<StoredDocument>; purged: PurgeKeys[] }

const rowIds = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const bytesPerRow = 100

/**
 * Ids of the rows that a document shows. Pages carry the data they were rendered from, and feeds their posts' ids. A
 * picture has the id of its subject in its key.
 */
function shownRows(key: string, { headers, body }: StoredDocument): ReadonlySet<string> {
  const isText = /^text\/html|xml/.test(headers['content-type'] ?? '')
  const rows = new Set(key.match(rowIds))
  // Copied from the buffer: a match is a slice that would keep the text of the whole page in memory.
  if (isText)
    for (const { index } of body.toString('latin1').matchAll(rowIds))
      rows.add(body.toString('latin1', index, index + 36))
  return rows
}

const isPurged = (rows: ReadonlySet<string>, keys: PurgeKeys) => keys === 'all' || keys.some((key) => rows.has(key))

export type DocumentCache = {
  /** The document of `key`; concurrent requests share one rendering. `stored: false` shares it without caching. */
  get(key: string, make: Make, stored?: boolean): Promise<Cached>
  /** The cached document of `key` if it is fresh; otherwise use `get`. */
  peek(key: string): StoredDocument | undefined
  /**
   * Removes all documents, or those that show one of the rows; the same for renderings in progress. Documents that are
   * kept briefly are removed as well: an address without a page may have one now. Returns how many were removed.
   */
  purge(keys: PurgeKeys): number
}

/** Guests' documents in memory, limited by bytes. Failed, incomplete and no-store documents are not cached. */
export function documentCache({
  maxBytes,
  fresh = freshFor,
  stale = staleFor,
  clock = Date.now,
  onStaleFailure = () => {},
}: CacheOptions): DocumentCache {
  const sizeCalculation = ({ document, rows }: Entry) => documentSize(document) + rows.size * bytesPerRow
  const pages = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation })
  const brief = new LRUCache<string, Entry>({ max: briefEntries, maxSize: briefBytes, sizeCalculation })
  /** The rendering that requests for a key share, and all of them: one that was purged is not shared any more. */
  const shared = new Map<string, Flight>()
  const flights = new Set<Flight>()

  function keep(key: string, document: StoredDocument, since: number, purged: readonly PurgeKeys[]): void {
    const { status, headers, problems } = document
    if (status >= 500 || problems || headers['cache-control'] === 'no-store') return
    const rows = shownRows(key, document)
    if (purged.some((keys) => isPurged(rows, keys))) return
    const [to, from] = status === 200 ? [pages, brief] : [brief, pages]
    from.delete(key)
    // A rendering that began later may have ended earlier.
    if ((to.peek(key)?.since ?? since) <= since) to.set(key, { document, since, rows })
  }

  function fly(key: string, make: Make, stored: boolean): Promise<StoredDocument> {
    const running = shared.get(key)
    if (running?.purged.length === 0) return running.promise
    const since = clock()
    const purged: PurgeKeys[] = []
    const promise = make()
      .then((document) => {
        if (stored) keep(key, document, since, purged)
        return document
      })
      .finally(() => {
        flights.delete(flight)
        if (shared.get(key) === flight) shared.delete(key)
      })
    const flight: Flight = { promise, purged }
    flights.add(flight)
    shared.set(key, flight)
    return promise
  }

  function usable(key: string): { entry: Entry; isFresh: boolean } | undefined {
    const page = pages.get(key)
    const entry = page ?? brief.get(key)
    if (!entry) return undefined
    const age = clock() - entry.since
    if (!page) return age < briefFor ? { entry, isFresh: true } : undefined
    return age < fresh + stale ? { entry, isFresh: age < fresh } : undefined
  }

  return {
    async get(key, make, stored = true) {
      const known = stored ? usable(key) : undefined
      if (!known) {
        const document = await fly(key, make, stored)
        const entry = pages.peek(key)
        return { document, how: 'fwd=miss', kept: entry?.document === document ? entry : undefined }
      }
      const { document } = known.entry
      if (known.isFresh) return { document, how: 'hit', kept: known.entry }
      fly(key, make, stored).catch(onStaleFailure)
      return { document, how: 'hit; detail=stale', kept: known.entry }
    },
    peek(key) {
      const known = usable(key)
      return known?.isFresh ? known.entry.document : undefined
    },
    purge(keys) {
      for (const flight of flights) flight.purged.push(keys)
      let purged = brief.size
      brief.clear()
      for (const [key, { rows }] of [...pages.entries()]) if (isPurged(rows, keys) && pages.delete(key)) purged += 1
      return purged
    },
  }
}
