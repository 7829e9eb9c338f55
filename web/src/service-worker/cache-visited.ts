import { ageOfCopy, currentEra, dropCopy, keepCopy, listCopies, tidyCopies } from './cached-copies.ts'
import { isGone, isPublicPage, type KeptRoom, mayKeep, roomOfFile } from './request-rules.ts'
import { copyLimits, reaskMost } from './worker-limits.ts'
import type { KeptPage } from './worker-messages.ts'

/** Caches an answer, or deletes the copy of a removed address. Resolves with whether it was removed. */
export async function settle(room: KeptRoom, url: string, answer: Response, era: number): Promise<boolean> {
  if (isGone(answer)) {
    await dropCopy(room, url)
    return true
  }
  if (mayKeep(answer, room)) await keepCopy(room, url, answer, Date.now(), era)
  else await answer.body?.cancel()
  return false
}

/** Revalidates a page with the server: an unchanged page costs a few bytes. */
async function reask(url: string, era: number): Promise<boolean> {
  return settle('pages', url, await fetch(url, { cache: 'no-cache', redirect: 'manual' }), era)
}

async function keepPage({ path, loaded }: KeptPage, era: number): Promise<void> {
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin || !isPublicPage(url.pathname)) return
  if ((await ageOfCopy('pages', url.href, Date.now())) < copyLimits.pages.freshMs) return
  if (loaded) await settle('pages', url.href, await fetch(url.href, { cache: 'force-cache', redirect: 'manual' }), era)
  else await reask(url.href, era)
}

/** Copies a file the browser has loaded; scripts only from its HTTP cache. */
async function keepFile(address: string, era: number): Promise<void> {
  const url = new URL(address, location.origin)
  const room = roomOfFile(url.pathname)
  if (url.origin !== location.origin || room === 'network') return
  if ((await ageOfCopy(room, url.href, Date.now())) < copyLimits[room].freshMs) return
  // Pictures may redirect to the backend, and `only-if-cached` is limited to the same origin.
  const wishes: RequestInit =
    room === 'build' ? { cache: 'only-if-cached', mode: 'same-origin' } : { cache: 'force-cache' }
  await settle(room, url.href, await fetch(url.href, wishes), era)
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

export async function keepVisited(page: KeptPage | undefined, files: readonly string[]): Promise<void> {
  const era = currentEra()
  await inTurn([
    ...(page ? [() => keepPage(page, era)] : []),
    ...files.map((file) => () => keepFile(file, era)),
    () => tidyCopies(Date.now()),
  ])
}

/** Revalidates cached pages whose last check is longer ago than `olderMs`. */
export async function reaskPages(olderMs: number): Promise<void> {
  const era = currentEra()
  const old = (await listCopies('pages')).filter(({ at }) => Date.now() - at > olderMs)
  await inTurn(
    old.slice(0, reaskMost).map(
      ({ url }) =>
        () =>
          reask(url, era),
    ),
  )
}

/** Revalidates one address. True when the page was removed; false also without a network. */
export async function isPageGone(path: string): Promise<boolean> {
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin || !isPublicPage(url.pathname)) return false
  return reask(url.href, currentEra()).catch(() => false)
}
