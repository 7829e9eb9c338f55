import { ageOfCopy, currentEra, dropCopy, keepCopy, listCopies, tidyCopies } from './cached-copies.ts'
import { isGone, isPublicPage, type KeptRoom, mayKeep, roomOfFile } from './request-rules.ts'
import { copyLimits, reaskMost } from './worker-limits.ts'
import type { KeptPage } from './worker-messages.ts'

/** Keeps an answer, or deletes the copy of an address that has nothing any more. Tells whether it has. */
export async function settle(room: KeptRoom, url: string, answer: Response, era: number): Promise<boolean> {
  if (isGone(answer)) {
    await dropCopy(room, url)
    return true
  }
  if (mayKeep(answer, room)) await keepCopy(room, url, answer, Date.now(), era)
  else await answer.body?.cancel()
  return false
}

/** Asks the server, by the validator of what the browser has: an unchanged page costs a few bytes. */
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

/** Copies what the browser has already: a script out of its own cache or not at all. */
async function keepFile(address: string, era: number): Promise<void> {
  const url = new URL(address, location.origin)
  const room = roomOfFile(url.pathname)
  if (url.origin !== location.origin || room === 'network') return
  if ((await ageOfCopy(room, url.href, Date.now())) < copyLimits[room].freshMs) return
  // Pictures may lie behind a redirect to the backend, where the browser's cache cannot be asked alone.
  const wishes: RequestInit =
    room === 'build' ? { cache: 'only-if-cached', mode: 'same-origin' } : { cache: 'force-cache' }
  await settle(room, url.href, await fetch(url.href, wishes), era)
}

/** One after the other, and a single failure keeps none of the rest from its turn. */
async function inTurn(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const work of works)
    try {
      await work()
    } catch {
      // Not in the browser's cache, or no network: then there is no copy of this one.
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

/** Asks again for kept pages that were last asked for longer ago than `olderMs`. */
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

/** Asks again for one address. True when there is nothing any more; false also without a network. */
export async function isPageGone(path: string): Promise<boolean> {
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin || !isPublicPage(url.pathname)) return false
  return reask(url.href, currentEra()).catch(() => false)
}
