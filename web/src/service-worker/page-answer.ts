import { settle } from './cache-visited.ts'
import { currentEra, listCopies, openRoom, readCopy } from './cached-copies.ts'
import { listedPages, pagePatienceMs } from './worker-limits.ts'
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

/** Where the server's page leaves room for what can be read. */
export const listPlace = '<!--gelesen-->'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

type ListedPage = { path: string /** As HTML, the way it stood in the page's head. */; title: string }

/** The title of a cached document without the name of the site; it is escaped already. */
export function titleIn(html: string): string | undefined {
  const title = /<title[^>]*>([^<]+)<\/title>/i.exec(html)?.[1]?.trim()
  return title?.replace(/ [–|] HoT$/, '') || undefined
}

/** Puts the pages into the offline page. */
export function withReadablePages(html: string, pages: readonly ListedPage[]): string {
  const entry = ({ path, title }: ListedPage) => `<li><a href="${escapeHtml(path)}">${title}</a></li>`
  const list = pages.length
    ? `<h2>Das geht auch ohne Netz</h2><ul>${pages.map(entry).join('')}</ul>`
    : '<p>Was du mit Netz gelesen hast, steht beim nächsten Mal hier.</p>'
  return html.replace(listPlace, () => list)
}

async function readablePages(): Promise<ListedPage[]> {
  const cache = await openRoom('pages')
  const latest = (await listCopies('pages')).sort((a, b) => b.at - a.at).slice(0, listedPages)
  const listed = async ({ url }: { url: string }) => {
    const { pathname, search } = new URL(url)
    const html = await (await cache.match(url, { ignoreVary: true }))?.text()
    return { path: pathname + search, title: titleIn(html ?? '') ?? escapeHtml(pathname) }
  }
  return Promise.all(latest.map(listed))
}

/** The page in place of one that cannot be had, with what can. `kept`: as the server sent it when the worker was installed. */
export async function offlineAnswer(kept: Response | undefined): Promise<Response> {
  if (!kept) return Response.error()
  const headers = new Headers(kept.headers)
  headers.delete('content-length')
  return new Response(withReadablePages(await kept.text(), await readablePages()), { status: 503, headers })
}
