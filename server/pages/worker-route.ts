import type { Hono } from 'hono'
import { chooseEncoding } from '../http/content-encoding.ts'
import { type DocumentParts, type Env, isRead, notAllowed, type Visit } from './document-route.ts'
import { offlineResponse } from './offline-page.ts'
import { plainResponse } from './plain-page.ts'
import { retiredWorker } from './retired-worker.ts'

export type WorkerParts = Pick<DocumentParts, 'assets'> & {
  /** Origin of Supabase; empty: the page's own. */
  backendOrigin: string
  /** False: browsers that have a worker are told to give it up. */
  wanted: boolean
}

/** A worker obeys the policy it came with: it may ask the pages' own server and the backend, and run nothing else. */
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
  // A build for the shells has none.
  if (!file) return plainResponse(404)
  file.headers.set('content-security-policy', workerPolicy(backendOrigin))
  return file
}

/** `/sw.js` and the page it shows without a network. */
export function addWorker(app: Hono<Env>, parts: WorkerParts): void {
  app.all('/sw.js', (c) => (isRead(c.req.method) ? workerFile(c, parts) : notAllowed(c)))
  app.all('/offline', (c) => (isRead(c.req.method) ? offlineResponse() : notAllowed(c)))
}
