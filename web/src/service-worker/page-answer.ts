import { settle } from './cache-visited.ts'
import { currentEra, readCopy } from './cached-copies.ts'
import { pagePatienceMs } from './worker-limits.ts'
import type { FetchEvent } from './worker-scope.ts'

type Connection = { effectiveType?: string }

/** How long a page may take before its copy is shown. Not every browser tells how good its connection is. */
export function patienceOf(connection: Connection | undefined): number {
  const isBad = connection?.effectiveType !== undefined && connection.effectiveType !== '4g'
  return isBad ? pagePatienceMs.bad : pagePatienceMs.otherwise
}

/** What the browser has begun to fetch while the worker was starting, or else a request of our own. */
export const fromNetwork = async ({ request, preloadResponse }: FetchEvent): Promise<Response> =>
  (await preloadResponse) ?? fetch(request)

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))

export type PageParts = {
  offline: () => Promise<Response>
  /** The page that was shown from a copy has nothing at its address any more. */
  onGone: (event: FetchEvent) => Promise<unknown>
}

/**
 * Answers the opening of a public page: from the network, which is also copied; without an answer the copy; without a copy
 * the offline page. Nothing waits for the copying.
 */
export function answerPage(event: FetchEvent, { offline, onGone }: PageParts): void {
  const { url } = event.request
  const era = currentEra()
  let answered = false
  let fromCopy = false
  let settled: Promise<unknown> = Promise.resolve()
  const network = fromNetwork(event).then((answer) => {
    answered = true
    settled = settle('pages', url, answer.clone(), era).then((gone) => gone && fromCopy && onGone(event))
    return answer
  })
  const copy = async () => {
    const kept = await readCopy('pages', url, Date.now())
    fromCopy = Boolean(kept)
    return kept
  }
  const patience = patienceOf(Reflect.get(navigator, 'connection') as Connection | undefined)
  const impatient = after(patience).then(async () => (answered ? network : ((await copy()) ?? network)))
  event.respondWith(Promise.race([network, impatient]).catch(async () => (await copy()) ?? offline()))
  event.waitUntil(
    network.then(
      () => settled,
      () => undefined,
    ),
  )
}
