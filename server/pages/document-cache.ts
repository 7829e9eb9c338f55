import { LRUCache } from 'lru-cache'
import { documentSize, type StoredDocument } from './stored-document.ts'

/** Memory for guests' documents in bytes. Buffers live outside V8's heap and do not count towards its limit. */
export const pageCacheBytes = 48 << 20

/** In ms. Fresh, then stale while revalidating: removed content is shown for at most 60 s in total. */
export const freshFor = 30_000
export const staleFor = 30_000
/** In ms, for unknown URLs and redirects: their number is unlimited, so they are cached briefly, apart from pages. */
export const briefFor = 10_000
const briefEntries = 200
const briefBytes = 4 << 20

export type CacheOptions = {
  maxBytes: number
  clock?: () => number
  /** A revalidation in the background failed; the stale document is served until it expires. */
  onStaleFailure?: (error: unknown) => void
}

type Cached = { document: StoredDocument; how: string }

/** `since`: when rendering started rather than finished, so that no document is older than the 60 s. */
type Entry = { document: StoredDocument; since: number }
type Make = () => Promise<StoredDocument>

export type DocumentCache = {
  /** The document of `key`; concurrent requests share one rendering. `stored: false` shares it without caching. */
  get(key: string, make: Make, stored?: boolean): Promise<Cached>
  /** The cached document of `key` if it is fresh; otherwise use `get`. */
  peek(key: string): StoredDocument | undefined
  /**
   * Removes every key that starts with `prefix`, and discards renderings in progress. Returns how many were removed.
   */
  purge(prefix: string): number
}

/** Guests' documents in memory, limited by bytes. Failed, incomplete and no-store documents are not cached. */
export function documentCache({ maxBytes, clock = Date.now, onStaleFailure = () => {} }: CacheOptions): DocumentCache {
  const sizeCalculation = (entry: Entry) => documentSize(entry.document)
  const pages = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation })
  const brief = new LRUCache<string, Entry>({ max: briefEntries, maxSize: briefBytes, sizeCalculation })
  const flights = new Map<string, Promise<StoredDocument>>()

  function keep(key: string, entry: Entry): void {
    const { status, headers, problems } = entry.document
    if (status >= 500 || problems || headers['cache-control'] === 'no-store') return
    const [to, from] = status === 200 ? [pages, brief] : [brief, pages]
    from.delete(key)
    to.set(key, entry)
  }

  function fly(key: string, make: Make, stored: boolean): Promise<StoredDocument> {
    const running = flights.get(key)
    if (running) return running
    const since = clock()
    const flight: Promise<StoredDocument> = make()
      .then((document) => {
        // After a purge this is no longer the registered rendering: its data may be outdated.
        if (stored && flights.get(key) === flight) keep(key, { document, since })
        return document
      })
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key)
      })
    flights.set(key, flight)
    return flight
  }

  function usable(key: string): { entry: Entry; isFresh: boolean } | undefined {
    const page = pages.get(key)
    const entry = page ?? brief.get(key)
    if (!entry) return undefined
    const age = clock() - entry.since
    if (!page) return age < briefFor ? { entry, isFresh: true } : undefined
    return age < freshFor + staleFor ? { entry, isFresh: age < freshFor } : undefined
  }

  return {
    async get(key, make, stored = true) {
      const known = stored ? usable(key) : undefined
      if (!known) return { document: await fly(key, make, stored), how: 'fwd=miss' }
      if (known.isFresh) return { document: known.entry.document, how: 'hit' }
      fly(key, make, stored).catch(onStaleFailure)
      return { document: known.entry.document, how: 'hit; detail=stale' }
    },
    peek(key) {
      const known = usable(key)
      return known?.isFresh ? known.entry.document : undefined
    },
    purge(prefix) {
      for (const key of flights.keys()) if (key.startsWith(prefix)) flights.delete(key)
      let purged = 0
      for (const cache of [pages, brief])
        for (const key of [...cache.keys()]) if (key.startsWith(prefix) && cache.delete(key)) purged += 1
      return purged
    },
  }
}
