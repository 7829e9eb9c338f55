import { createHash } from 'node:crypto'
import { clientAddress, type Limit, limiter } from '@hot/embedded/gateway/callers'
import type { Handler } from 'hono'
import { LRUCache } from 'lru-cache'
import { causeLine, type Log, type RequestLog } from '../http/request-log.ts'
import { type DocumentCache, documentCache } from '../pages/document-cache.ts'
import { type Env, failedPage, isRead, notAllowed } from '../pages/document-route.ts'
import { renderQueue } from '../pages/page-render.ts'
import { plainResponse } from '../pages/plain-page.ts'
import { sendDocument, storeDocument } from '../pages/stored-document.ts'
import type { Draw, PictureSources } from './og-parts.ts'

/** What has been drawn, by what it shows: a picture whose data has not changed is not drawn again. */
const drawnBytes = 12 << 20

/** Who draws which kind. Loaded with its first picture: layout and fonts take a moment and some memory. */
const kinds = new Map<string, () => Promise<Draw>>([
  ['post', async () => (await import('./subjects/post.ts')).drawPost],
  ['star', async () => (await import('./subjects/star.ts')).drawStar],
  ['format', async () => (await import('./subjects/format.ts')).drawFormat],
  ['chart', async () => (await import('./subjects/chart.ts')).drawChart],
])

/**
 * Caches may keep a picture but must ask each time: it follows its page, and what is removed has to be gone. Asking again
 * costs them no bytes. Networks that keep it all the same get another address when it shows something else.
 */
const headers = { 'content-type': 'image/png', 'cache-control': 'public, no-cache' }

/** Draws the picture of an address such as `post`, `1b9d…`; 404 for what no guest may see. Throws BackendAway. */
export function openPictures(sources: PictureSources) {
  const drawn = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: drawnBytes,
    sizeCalculation: ({ length }) => length,
  })

  return async (kind: string, key: string): Promise<Response> => {
    const draw = await kinds.get(kind)?.()
    const svg = await draw?.(key, sources)
    if (!svg) return plainResponse(404)
    const { renderPng } = await import('./og-node.ts')
    const digest = createHash('sha256').update(svg).digest('base64url')
    const png = drawn.get(digest) ?? (await renderPng(svg))
    drawn.set(digest, png)
    return new Response(png, { headers })
  }
}

/** Cached pictures must not push pages out of memory. */
const cacheBytes = 16 << 20
/** One core for drawing at most: pages come first. */
const drawnAtOnce = 1
const drawnWaiting = 40
/** New pictures for one address; networks that preview links ask for a handful. Cached ones do not count. */
const drawnPerAddress: Limit = { times: 60, seconds: 60 }
/** Slugs and ids are shorter; longer keys would only fill the cache. */
const longestKey = 120

export type PictureRouteOptions = {
  draw: ReturnType<typeof openPictures>
  requests: RequestLog
  log: Log
  trustedProxies: readonly string[]
  clock?: () => number
}

export type PictureRoute = { handler: Handler<Env>; cache: DocumentCache }

const busy = (seconds: number) =>
  new Response('Zu viele Bilder auf einmal. Versuch es gleich noch einmal.', {
    status: 429,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': String(seconds) },
  })

/** `GET /og/{kind}/{key}.png`: cached and purged like pages, drawn one at a time, limited per address. */
export function pictureRoute({
  draw,
  requests,
  log,
  trustedProxies,
  clock = Date.now,
}: PictureRouteOptions): PictureRoute {
  const cache = documentCache({
    maxBytes: cacheBytes,
    clock,
    onStaleFailure: (error) => log(`Ein Bild ließ sich nicht auffrischen: ${causeLine(error)}`),
  })
  const queue = renderQueue(drawnAtOnce, drawnWaiting)
  const addressOf = clientAddress(trustedProxies)
  const limit = limiter(drawnPerAddress, clock)

  const handler: Handler<Env> = async (c) => {
    if (!isRead(c.req.method)) return notAllowed(c)
    const { kind = '', file = '' } = c.req.param()
    const key = file.slice(0, -'.png'.length)
    if (!file.endsWith('.png') || key === '' || key.length > longestKey) return plainResponse(404)
    const { incoming } = c.env
    // The query is a version for others' caches; here the path alone says what is meant.
    const path = `/og/${kind}/${key}.png`
    const wait = cache.peek(path) ? 0 : limit.take(addressOf(c.req.raw, incoming.socket.remoteAddress ?? ''))
    if (wait > 0) return busy(wait)
    try {
      const { document, how } = await cache.get(path, () => queue(async () => storeDocument(await draw(kind, key))))
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
