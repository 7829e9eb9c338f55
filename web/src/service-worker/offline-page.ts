import { listCopies, openRoom } from './cached-copies.ts'
import { listedPages } from './worker-limits.ts'

/** Where the server's page leaves room for what can be read. */
export const listPlace = '<!--gelesen-->'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

type ListedPage = { path: string /** As HTML, the way it stood in the page's head. */; title: string }

/** The title of a kept document without the name of the house; as it stands there it is escaped already. */
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
