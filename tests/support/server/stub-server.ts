import { connect } from 'node:net'
import { networkTurns } from '@hot/embedded/wire/network-turns'
import { storePage } from '../../../server/documents/stored-document.ts'
import { type AppParts, createApp, purgeOf } from '../../../server/http/app.ts'
import { realtimeUpgrade } from '../../../server/http/backend-routes.ts'
import { createWebServer } from '../../../server/http/http-server.ts'
import { watchBackend } from '../../../server/link/backend-watch.ts'
import { pictureRoute } from '../../../server/media/og-pictures.ts'
import { documentCache, liveFor } from '../../../server/pages/document-cache.ts'
import { plainResponse } from '../../../server/pages/plain-page.ts'
import type { Upgrade } from '../../../server/wire/client-address.ts'
import { httpsTest, visitorAddress } from '../../../server/wire/client-address.ts'
import { listen, stopServer } from '../../../server/wire/lifecycle.ts'
import { type Answered, logLines, type RequestLine, requestLog } from '../../../server/wire/request-log.ts'

const stubNonce = 'stub'

export const stubPage = async (html: string, status = 200) =>
  storePage(
    new Response(null, { status, headers: { 'content-type': 'text/html; charset=utf-8' } }),
    Buffer.from(html),
    {
      nonce: stubNonce,
      origins: {},
    },
  )

export type StubOptions = Partial<AppParts> & {
  /** A free one by default. */
  port?: number
  trustedProxies?: string[]
  upgrade?: Upgrade
  send?: (request: Request) => Promise<Response>
  siteHeaders?: readonly string[]
  answered?: (answer: Answered) => void
  /** Receives the log lines of requests instead of `lines`. */
  request?: (line: RequestLine) => void
}

/** For tests: the whole server with a stub instead of app and database, on a free port. */
export async function startStubServer(options: StubOptions = {}) {
  const { port: wanted = 0, trustedProxies = [], send, upgrade, siteHeaders, answered, request, ...given } = options
  const lines: string[] = []
  const rendered: string[] = []
  const log = (line: string) => void lines.push(line)
  const requests = requestLog(request ?? logLines('text', log).request, answered)
  const addressOf = visitorAddress(trustedProxies)
  const cache = documentCache({ maxBytes: 1 << 20 })
  const parts: AppParts = {
    worker: true,
    textMining: 'reserved',
    config: {
      supabaseUrl: '',
      publishableKey: 'sb_publishable_test',
      siteUrl: 'https://hot.example',
      site: {},
      services: [],
      apps: { version: '1.0.0', leastVersion: '1.0.0' },
    },
    assets: () => undefined,
    renderPage: (href) => {
      rendered.push(href)
      return stubPage(
        `<!doctype html><html lang="de"><title>HoT</title><script nonce="${stubNonce}">a()</script><p>${rendered.length}`,
      )
    },
    calendar: async ({ format, event, broadcaster }) =>
      new Response(`BEGIN:VCALENDAR ${format ?? event ?? broadcaster ?? 'alle'}`, {
        headers: { 'content-type': 'text/calendar' },
      }),
    trashtalk: async () => new Response('<rss/>', { headers: { 'content-type': 'application/rss+xml' } }),
    news: { rss: async () => new Response('rss'), sitemap: async () => new Response('xml') },
    livePost: async (id) => Response.json({ id }),
    unsubscribe: (c) => c.text(c.req.query('code') ?? ''),
    sitemap: {
      answer: async (path) => new Response(path, { headers: { 'content-type': 'application/xml' } }),
      markOutdated: () => {},
    },
    pictures: pictureRoute({ draw: async () => plainResponse(404), requests, log, addressOf }),
    appLinks: { iosAppIds: [], androidFingerprints: [] },
    health: async () => ({ status: 'ok', database: 'ok', version: '1', commit: 'unknown' }),
    cache,
    liveCache: documentCache({ maxBytes: 1 << 20, fresh: liveFor, stale: 0 }),
    addressOf,
    queue: networkTurns({ running: 6, runningPerNetwork: 3, waiting: 300, waitingPerNetwork: 100 }),
    watch: watchBackend(send ?? (async () => Response.json([])), {
      log,
      probe: () => Promise.reject(new Error('away')),
    }),
    ...given,
    requests,
  }
  const app = createApp(parts)
  const server = createWebServer({
    fetch: app.fetch,
    addressOf,
    isHttps: httpsTest(trustedProxies),
    requests,
    siteHeaders,
    upgrade: realtimeUpgrade(upgrade, 'https://hot.example'),
    hostname: '127.0.0.1',
  })
  const port = await listen(server, '127.0.0.1', wanted)
  const routes = [...new Set(app.routes.map(({ path }) => path))]
  const purge = purgeOf(parts)
  const forget = () => void parts.cache.purge('all')
  const url = `http://127.0.0.1:${port}`
  return { url, port, server, routes, lines, rendered, purge, forget, close: () => stopServer(server) }
}

/** Sends raw bytes, which no HTTP client would, and returns the whole answer. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', reject)
  socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  return promise
}
