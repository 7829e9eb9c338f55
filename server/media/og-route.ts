import { clientAddress } from '@hot/embedded/gateway/client-address'
import { type Limit, limiter } from '@hot/embedded/gateway/rate-limit'
import type { Handler } from 'hono'
import { causeLine, type Log, type RequestLog } from '../http/request-log.ts'
import { type DocumentCache, documentCache } from '../pages/document-cache.ts'
import { type Env, failedPage, isRead, notAllowed } from '../pages/document-route.ts'
import { plainResponse } from '../pages/plain-page.ts'
import { renderQueue } from '../pages/render-queue.ts'
import { sendDocument, storeDocument } from '../pages/stored-document.ts'
import type { openPictures } from './og-pictures.ts'

/** Kept pictures may not push pages out of their memory. */
const cacheBytes = 16 << 20
/** One core for drawing at most: pages come first. */
const drawnAtOnce = 1
const drawnWaiting = 40
/** New pictures for one address; networks that preview links ask for a handful. What is kept does not count. */
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

/** `GET /og/{kind}/{key}.png`: kept, fresh and purged like pages, drawn one at a time, so many for one address. */
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
