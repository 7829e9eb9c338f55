import { ageOfCopy, cacheCopy, currentEra, dropCopy, listCopies, tidyCopies } from './cached-copies.ts'
import { type CachedKind, fileKindOf, isPublicPage, isRemoved, mayCache } from './request-rules.ts'
import { copyLimits, revalidateMost } from './worker-limits.ts'
import type { VisitedPage } from './worker-messages.ts'

/** Caches an answer, or deletes the copy of a removed address. Resolves with whether it was removed. */
export async function settle(kind: CachedKind, url: string, answer: Response, era: number): Promise<boolean> {
  if (isRemoved(answer)) {
    await dropCopy(kind, url)
    return true
  }
  if (mayCache(answer, kind)) await cacheCopy(kind, url, answer, Date.now(), era)
  else await answer.body?.cancel()
  return false
}

/** Revalidates a page with the server: an unchanged page costs a few bytes. */
async function revalidate(url: string, era: number): Promise<boolean> {
  return settle('pages', url, await fetch(url, { cache: 'no-cache', redirect: 'manual' }), era)
}

async function cachePage({ path, loaded }: VisitedPage, era: number): Promise<void> {
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin || !isPublicPage(url.pathname)) return
  if ((await ageOfCopy('pages', url.href, Date.now())) < copyLimits.pages.freshMs) return
  if (loaded) await settle('pages', url.href, await fetch(url.href, { cache: 'force-cache', redirect: 'manual' }), era)
  else await revalidate(url.href, era)
}

/** Copies a file the browser has loaded; scripts only from its HTTP cache. */
async function cacheFile(address: string, era: number): Promise<void> {
  const url = new URL(address, location.origin)
  const kind = fileKindOf(url.pathname)
  if (url.origin !== location.origin || kind === 'network') return
  if ((await ageOfCopy(kind, url.href, Date.now())) < copyLimits[kind].freshMs) return
  // Pictures may redirect to the backend, and `only-if-cached` is limited to the same origin.
  const init: RequestInit =
    kind === 'build' ? { cache: 'only-if-cached', mode: 'same-origin' } : { cache: 'force-cache' }
  await settle(kind, url.href, await fetch(url.href, init), era)
}

/** Runs the tasks one after the other; failures do not stop the others. */
async function inTurn(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const work of works)
    try {
      await work()
    } catch {
      // Not in the browser's cache, or no network: this one is not copied.
    }
}

export async function cacheVisited(page: VisitedPage | undefined, files: readonly string[]): Promise<void> {
  const era = currentEra()
  await inTurn([
    ...(page ? [() => cachePage(page, era)] : []),
    ...files.map((file) => () => cacheFile(file, era)),
    () => tidyCopies(Date.now()),
  ])
}

/** Revalidates cached pages whose last check is longer ago than `olderMs`. */
export async function revalidatePages(olderMs: number): Promise<void> {
  const era = currentEra()
  const old = (await listCopies('pages')).filter(({ at }) => Date.now() - at > olderMs)
  await inTurn(
    old.slice(0, revalidateMost).map(
      ({ url }) =>
        () =>
          revalidate(url, era),
    ),
  )
}

/** Revalidates one address. True when the page was removed; false also without a network. */
export async function isPageRemoved(path: string): Promise<boolean> {
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin || !isPublicPage(url.pathname)) return false
  return revalidate(url.href, currentEra()).catch(() => false)
}
