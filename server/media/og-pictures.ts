import { createHash } from 'node:crypto'
import { type Limit, networkLimiter } from '@hot/embedded/wire/callers'
import { networkTurns, type TurnLimits } from '@hot/embedded/wire/network-turns'
import type { Handler } from 'hono'
import { LRUCache } from 'lru-cache'
import { sendDocument, storeDocument } from '../documents/stored-document.ts'
import { type DocumentCache, documentCache } from '../pages/document-cache.ts'
import { failedPage, isRead, notAllowed } from '../pages/document-route.ts'
import { plainResponse } from '../pages/plain-page.ts'
import type { AddressOf, Env } from '../wire/client-address.ts'
import { causeLine, type Log, type RequestLog } from '../wire/request-log.ts'
import type { Draw, PictureSources } from './og-parts.ts'

/** Bytes of the cache of PNGs by their SVG: unchanged data is not rendered again. */
const drawnBytes = 12 << 20

/** Draws by kind. Loaded with the first picture, because layout and fonts take time and memory. */
const kinds = new Map<string, () => Promise<Draw>>([
  ['post', async () => (await import('./subjects/post.ts')).drawPost],
  ['star', async () => (await import('./subjects/star.ts')).drawStar],
  ['format', async () => (await import('./subjects/format.ts')).drawFormat],
  ['chart', async () => (await import('./subjects/chart.ts')).drawChart],
])

/**
 * Caches may store a picture but must revalidate it each time: it changes with its page, and removed content must
 * disappear. For social networks that ignore this the URL changes with the content (domain/src/url/shared-picture.ts).
 */
const headers = { 'content-type': 'image/png', 'cache-control': 'public, no-cache' }

/** Renders the picture of a kind and key (`post`, `1b9d…`); 404 for anything not public. Throws BackendAway. */
export function openPictures(sources: PictureSources) {
  const known = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: drawnBytes,
    sizeCalculation: ({ length }) => length,
  })

  return async (kind: string, key: string): Promise<Response> => {
    const draw = await kinds.get(kind)?.()
    const svg = await draw?.(key, sources)
    if (!svg) return plainResponse(404)
    const { renderPng } = await import('./og-node.ts')
    const digest = createHash('sha256').update(svg).digest('base64url')
    const png = known.get(digest) ?? (await renderPng(svg))
    known.set(digest, png)
    return new Response(png, { headers })
  }
}

/** Bytes of the cache of responses, separate from pages so that pictures do not displace them. */
const cacheBytes = 16 << 20
/** One picture at a time: pages have priority. */
const drawn: TurnLimits = { running: 1, runningPerNetwork: 1, waiting: 40, waitingPerNetwork: 20 }
/** Limit of pictures per client network; link previews need only a few. Cached ones do not count. */
const drawnPerAddress: Limit = { times: 60, seconds: 60 }
/** In characters, as slugs of stars and formats. Longer keys would only fill the cache. */
const longestKey = 200

export type PictureRouteOptions = {
  draw: ReturnType<typeof openPictures>
  requests: RequestLog
  log: Log
  addressOf: AddressOf
  clock?: () => number
}

export type PictureRoute = { handler: Handler<Env>; cache: DocumentCache }

const busy = (seconds: number) =>
  new Response('Zu viele Bilder auf einmal. Versuch es gleich noch einmal.', {
    status: 429,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': String(seconds) },
  })

/** `GET /og/{kind}/{key}.png`: cached and purged like pages, rendered one at a time, rate-limited per network. */
export function pictureRoute({ draw, requests, log, addressOf, clock = Date.now }: PictureRouteOptions): PictureRoute {
  const cache = documentCache({
    maxBytes: cacheBytes,
    clock,
    onStaleFailure: (error) => log(`Ein Bild ließ sich nicht auffrischen: ${causeLine(error)}`, 'warn'),
  })
  const queue = networkTurns(drawn)
  const limit = networkLimiter(drawnPerAddress, clock)

  const handler: Handler<Env> = async (c) => {
    if (!isRead(c.req.method)) return notAllowed(c)
    const { kind = '', file = '' } = c.req.param()
    const key = file.slice(0, -'.png'.length)
    if (!file.endsWith('.png') || key === '' || key.length > longestKey) return plainResponse(404)
    const { incoming } = c.env
    // The query is a version for external caches; the path alone identifies the picture.
    const path = `/og/${kind}/${key}.png`
    const wait = cache.peek(path) ? 0 : limit.take(addressOf(c.req.raw, c.env))
    if (wait > 0) return busy(wait)
    try {
      const make = async () => storeDocument(await draw(kind, key))
      const { document, how } = await cache.get(path, () => queue(addressOf(c.req.raw, c.env), make))
      return await sendDocument(
        document,
        { method: c.req.method, encoding: 'identity', ifNoneMatch: incoming.headers['if-none-match'] },
        how,
      )
    } catch (error) {
      return failedPage(c, error, requests)
    }
  }
  return { handler, cache }
}
