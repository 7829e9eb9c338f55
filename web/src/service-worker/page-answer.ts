import { settle } from './cache-visited.ts'
import { currentEra, listCopies, openCache, readCopy } from './cached-copies.ts'
import { listedPages, pagePatienceMs } from './worker-limits.ts'
import type { FetchEvent } from './worker-scope.ts'

type Connection = { effectiveType?: string }

/** Milliseconds until a page's copy is shown instead. Not every browser reports the quality of its connection. */
export function copyDelayOf(connection: Connection | undefined): number {
  const isBad = connection?.effectiveType !== undefined && connection.effectiveType !== '4g'
  return isBad ? pagePatienceMs.bad : pagePatienceMs.otherwise
}

/** The navigation preload that began while the worker was starting, else our own request. */
export const fromNetwork = async ({ request, preloadResponse }: FetchEvent): Promise<Response> =>
  (await preloadResponse) ?? fetch(request)

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))

export type PageParts = {
  offline: () => Promise<Response>
  /** Called when a page shown from a copy no longer exists. */
  onRemoved: (event: FetchEvent) => Promise<unknown>
}

/**
 * Answers navigations to a public page: from the network, caching the answer; without an answer, from the copy; without a
 * copy, with the offline page. The answer does not wait for the caching.
 */
export function answerPage(event: FetchEvent, { offline, onRemoved }: PageParts): void {
  const { url } = event.request
  const era = currentEra()
  let answered = false
  let fromCopy = false
  let settled: Promise<unknown> = Promise.resolve()
  const network = fromNetwork(event).then((answer) => {
    answered = true
    settled = settle('pages', url, answer.clone(), era).then((gone) => gone && fromCopy && onRemoved(event))
    return answer
  })
  const copy = async () => {
    const cached = await readCopy('pages', url, Date.now())
    fromCopy = Boolean(cached)
    return cached
  }
  const delay = copyDelayOf(Reflect.get(navigator, 'connection') as Connection | undefined)
  const afterDelay = after(delay).then(async () => (answered ? network : ((await copy()) ?? network)))
  event.respondWith(Promise.race([network, afterDelay]).catch(async () => (await copy()) ?? offline()))
  event.waitUntil(
    network.then(
      () => settled,
      () => undefined,
    ),
  )
}

/** Placeholder in the offline page for the list of readable pages. */
export const listPlace = '<!--gelesen-->'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

type ListedPage = { path: string /** As HTML, unchanged from the page's head. */; title: string }

/** The title of a cached document without the site's name; already escaped. */
export function titleIn(html: string): string | undefined {
  const title = /<title[^>]*>([^<]+)<\/title>/i.exec(html)?.[1]?.trim()
  return title?.replace(/ [–|] HoT$/, '') || undefined
}

/** Inserts the list of pages into the offline page. */
export function withReadablePages(html: string, pages: readonly ListedPage[]): string {
  const entry = ({ path, title }: ListedPage) => `<li><a href="${escapeHtml(path)}">${title}</a></li>`
  const list = pages.length
    ? `<h2>Das geht auch ohne Netz</h2><ul>${pages.map(entry).join('')}</ul>`
    : '<p>Was du mit Netz gelesen hast, steht beim nächsten Mal hier.</p>'
  return html.replace(listPlace, () => list)
}

async function readablePages(): Promise<ListedPage[]> {
  const cache = await openCache('pages')
  const latest = (await listCopies('pages')).sort((a, b) => b.at - a.at).slice(0, listedPages)
  const listed = async ({ url }: { url: string }) => {
    const { pathname, search } = new URL(url)
    const html = await (await cache.match(url, { ignoreVary: true }))?.text()
    return { path: pathname + search, title: titleIn(html ?? '') ?? escapeHtml(pathname) }
  }
  return Promise.all(latest.map(listed))
}

/** The offline page with the list of readable pages. `cached`: the page as cached when the worker was installed. */
export async function offlineAnswer(cached: Response | undefined): Promise<Response> {
  if (!cached) return Response.error()
  const headers = new Headers(cached.headers)
  headers.delete('content-length')
  return new Response(withReadablePages(await cached.text(), await readablePages()), { status: 503, headers })
}
