import type { CachedKind } from './request-rules.ts'
import { type CopyLimits, copyLimits, largestPicture } from './worker-limits.ts'

/** Increase the number when old cached answers become unusable; caches with other names are deleted. */
export const cacheNames: Readonly<Record<CachedKind, string>> = {
  pages: 'hot-pages-1',
  build: 'hot-build-1',
  pictures: 'hot-pictures-1',
}
/** Prefix of all our caches, in all versions. */
export const cachePrefix = 'hot-'

/** When a copy was made, in ms. */
const stampHeader = 'x-hot-kept'

export const isVisitedCache = (name: string): boolean => Object.values(cacheNames).includes(name)

export const openCache = (kind: CachedKind): Promise<Cache> => caches.open(cacheNames[kind])

/** How often the caches were cleared. A copy that was begun before a clear must not be stored after it. */
let clears = 0
export const currentEra = (): number => clears

const stampOf = (copy: Response): number => Number(copy.headers.get(stampHeader) ?? 0)

/** Caches an answer if `mayCache` allows it. A full disk must not break the page. */
export async function cacheCopy(
  kind: CachedKind,
  url: string,
  answer: Response,
  now: number,
  era: number,
): Promise<void> {
  if (kind === 'pictures' && Number(answer.headers.get('content-length')) > largestPicture) return
  const headers = new Headers(answer.headers)
  // A copy says no more when the server sent it.
  headers.delete('server-timing')
  headers.set(stampHeader, String(now))
  const copy = new Response(answer.body, { status: answer.status, headers })
  const cache = await openCache(kind)
  if (era !== clears) return
  // Delete first, so that the order of entries is the order of visits.
  await cache.delete(url)
  await cache.put(url, copy)
  if (era !== clears) await cache.delete(url)
}

/** The copy of an address, unless it is too old. */
export async function readCopy(kind: CachedKind, url: string, now: number): Promise<Response | undefined> {
  const cache = await openCache(kind)
  const copy = await cache.match(url, { ignoreVary: true })
  if (!copy || now - stampOf(copy) <= copyLimits[kind].maxAgeMs) return copy
  await cache.delete(url)
  return undefined
}

export const dropCopy = async (kind: CachedKind, url: string): Promise<boolean> => (await openCache(kind)).delete(url)

/** Age of the copy of an address, in ms; infinite when there is none. */
export async function ageOfCopy(kind: CachedKind, url: string, now: number): Promise<number> {
  const copy = await (await openCache(kind)).match(url, { ignoreVary: true })
  return copy ? now - stampOf(copy) : Number.POSITIVE_INFINITY
}

export type DatedCopy = { url: string; at: number }

/** All entries of a cache, oldest visit first. */
export async function listCopies(kind: CachedKind): Promise<DatedCopy[]> {
  const cache = await openCache(kind)
  const dated = async ({ url }: Request) => {
    const copy = await cache.match(url, { ignoreVary: true })
    return { url, at: copy ? stampOf(copy) : 0 }
  }
  return Promise.all((await cache.keys()).map(dated))
}

/** Entries that are too old, and the oldest ones beyond the maximum number. */
export function surplus(copies: readonly DatedCopy[], { entries, maxAgeMs }: CopyLimits, now: number): DatedCopy[] {
  const isOld = ({ at }: DatedCopy) => now - at > maxAgeMs
  const good = copies.filter((copy) => !isOld(copy)).sort((a, b) => a.at - b.at)
  return [...copies.filter(isOld), ...good.slice(0, Math.max(0, good.length - entries))]
}

/** Applies the limits to every cache. */
export async function tidyCopies(now: number): Promise<void> {
  for (const kind of Object.keys(cacheNames) as CachedKind[])
    for (const { url } of surplus(await listCopies(kind), copyLimits[kind], now)) await dropCopy(kind, url)
}

/** Deletes all copies of visited pages and files. */
export async function forgetCopies(): Promise<void> {
  clears += 1
  await Promise.all(Object.values(cacheNames).map((name) => caches.delete(name)))
}
