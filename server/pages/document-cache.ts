import { LRUCache } from 'lru-cache'
import { documentSize, type StoredDocument } from './stored-document.ts'

/** Memory for guests' documents. Buffers lie outside of V8's heap and its limit. */
export const pageCacheBytes = 48 << 20

/** Fresh, then stale while revalidating: together at most 60 s, so that nothing removed is shown for longer. */
export const freshFor = 30_000
export const staleFor = 30_000
/** Unknown addresses and redirects: anyone can invent them, so they live short and apart from the pages. */
export const briefFor = 10_000
const briefEntries = 200
const briefBytes = 4 << 20

export type CacheOptions = {
  maxBytes: number
  clock?: () => number
  /** A revalidation in the background failed; the stale document is served on while it may be. */
  onStaleFailure?: (error: unknown) => void
}

type Cached = { document: StoredDocument; how: string }

/** `since`: when its data was read, not when it was finished, so that the 60 s hold strictly. */
type Entry = { document: StoredDocument; since: number }
type Make = () => Promise<StoredDocument>

export type DocumentCache = {
  /** The document of `key`, made at most once at a time. `stored: false` shares the making but caches nothing. */
  get(key: string, make: Make, stored?: boolean): Promise<Cached>
  /** The stored and fresh document of `key`; for anything else there is `get`. */
  peek(key: string): StoredDocument | undefined
  /** Forgets every key that starts with `prefix`, and what is being made for it. Returns how many were removed. */
  purge(prefix: string): number
}

/** Guests' documents in memory, bounded by bytes. What failed, wholly or in part, is never cached. */
export function documentCache({ maxBytes, clock = Date.now, onStaleFailure = () => {} }: CacheOptions): DocumentCache {
  const sizeCalculation = (entry: Entry) => documentSize(entry.document)
  const pages = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation })
  const brief = new LRUCache<string, Entry>({ max: briefEntries, maxSize: briefBytes, sizeCalculation })
  const flights = new Map<string, Promise<StoredDocument>>()

  function keep(key: string, entry: Entry): void {
    const { status, trouble } = entry.document
    if (status >= 500 || trouble) return
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
        // A purge in between removed this flight: what it read may be gone by now.
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
