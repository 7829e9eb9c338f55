import type { Hono } from 'hono'
import { chooseEncoding } from '../documents/stored-document.ts'
import type { Env } from '../wire/client-address.ts'
import { type DocumentParts, isRead, notAllowed, type Visit } from './document-route.ts'
import { plainDocument, plainPolicy, plainResponse } from './plain-page.ts'

/** A worker that replaces a faulty one: it deletes the caches of our service worker and unregisters itself. */
export const retiredWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('hot-')) await caches.delete(name)
  await registration.unregister()
})()))
`

/** Being offline is not a server error, so the border is not red. */
const style = `main{border-color:currentColor}h2{font-size:18px;margin:24px 0 4px}ul{margin:0;padding:0;list-style:none}
li a{display:flex;align-items:center;min-height:44px;border-top:1px solid color-mix(in srgb,var(--ink) 25%,transparent);color:var(--ink);overflow-wrap:anywhere}`

const reload = "addEventListener('online',()=>location.reload())"

/** The worker replaces `<!--gelesen-->` by the pages available offline (web/src/service-worker/page-answer.ts). */
const main = `<p>Diese Seite kommt gerade nicht zu dir. Sobald dein Gerät wieder Netz hat, lädt sie von selbst.</p>
<p class="do"><a href="">Erneut versuchen</a></p><!--gelesen-->
<p><a href="/impressum">Impressum</a></p>
<script>${reload}</script>`

/** The offline fallback page, without dependencies on other files. */
export const offlineDocument = plainDocument('Keine Verbindung', main, style)

const offlineResponse = (): Response =>
  new Response(offlineDocument, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': plainPolicy(style, [reload]),
    },
  })

export type WorkerParts = Pick<DocumentParts, 'assets'> & {
  /** Origin of Supabase; empty: the page's own. */
  backendOrigin: string
  /** False: existing workers are retired. */
  wanted: boolean
}

/** A worker has a policy of its own: it may load from the site and connect to the backend, nothing else. */
const workerPolicy = (backendOrigin: string): string =>
  `default-src 'self'${backendOrigin && ` ${backendOrigin}`}; base-uri 'none'; frame-ancestors 'none'`

function workerFile(c: Visit, { assets, backendOrigin, wanted }: WorkerParts): Response {
  const { method, headers } = c.env.incoming
  const encoding = chooseEncoding(headers['accept-encoding']?.toString())
  const ifNoneMatch = headers['if-none-match']
  const own = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }
  const file = wanted
    ? assets('/sw.js', { method: method ?? 'GET', encoding, ifNoneMatch })
    : new Response(retiredWorker, { headers: own })
  // The shells' build has no worker.
  if (!file) return plainResponse(404)
  file.headers.set('content-security-policy', workerPolicy(backendOrigin))
  return file
}

/** `/sw.js` and the page it shows without a network. */
export function addWorker(app: Hono<Env>, parts: WorkerParts): void {
  app.all('/sw.js', (c) => (isRead(c.req.method) ? workerFile(c, parts) : notAllowed(c)))
  app.all('/offline', (c) => (isRead(c.req.method) ? offlineResponse() : notAllowed(c)))
}
