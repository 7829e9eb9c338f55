import { type Turns, TurnsFull } from '@hot/embedded/wire/network-turns'
import type { Context, Handler } from 'hono'
import type { Dictionary } from '../documents/dictionary.ts'
import { recompressor } from '../documents/recompress.ts'
import {
  chooseEncoding,
  type DocumentRequest,
  type Encoding,
  type SharedHeaders,
  type StoredDocument,
  sendDocument,
  storeDocument,
  takesDictionary,
} from '../documents/stored-document.ts'
import { BackendAway, BackendBusy } from '../link/backend-watch.ts'
import type { AddressOf, Env } from '../wire/client-address.ts'
import { causeLine, type Log, type RequestLog } from '../wire/request-log.ts'
import { readPageTarget, tidyPath } from '../wire/request-target.ts'
import { addCostOf, currentTimes, timedMaking } from '../wire/request-times.ts'
import { buildFolder, documentOnlyHeaders } from '../wire/security-headers.ts'
import { canonicalAddress, isBarred, searchNames } from './cacheable-search.ts'
import type { DocumentCache, Kept } from './document-cache.ts'
import { plainResponse } from './plain-page.ts'

export type Visit = Context<Env>

/** An answer to a guest that a cache in front of this server might keep. */
export type Sending = {
  /** As it was asked for, and the canonical address that was answered. */
  target: string
  href: string
  encoding: Encoding
  document: StoredDocument
  kept: Kept
  /** What open pages ask for every few seconds. */
  isLive: boolean
}

/** A cache in front of this server (`server/cdn`). */
export type Front = {
  /** Its headers if that cache may keep the answer; undefined: it may not. */
  headersOf: (sending: Sending) => SharedHeaders | undefined
  /** The answer to our own request that makes the cache forget an address; undefined: it is a visitor's. */
  forgetting: (given: string | string[] | undefined) => Response | undefined
}

export type DocumentParts = {
  cache: DocumentCache
  /** Answers that open pages ask for again and again. */
  liveCache: DocumentCache
  queue: Turns
  /** What all pages have in common, for browsers that keep it; absent without a build. */
  dictionary?: Dictionary | undefined
  log?: Log
  /** Absent where no cache stands in front. */
  front?: Front | undefined
  /** The client address whose network a rendering is queued for. */
  addressOf: AddressOf
  requests: RequestLog
  /** A file of the build, if the path matches one. */
  assets: (path: string, request: DocumentRequest) => Response | undefined
  /** The guest's page of a canonical address. */
  renderPage: (href: string) => Promise<StoredDocument>
}

export const isRead = (method: string) => method === 'GET' || method === 'HEAD'

function documentRequest({ req, env }: Visit): DocumentRequest {
  const { headers } = env.incoming
  return {
    method: req.method,
    encoding: chooseEncoding(headers['accept-encoding']?.toString()),
    ifNoneMatch: headers['if-none-match'],
  }
}

/** The same for a document: with the dictionary, if the browser has ours. One of another build is as good as none. */
function withDictionary(c: Visit, document: StoredDocument, dictionary: Dictionary | undefined): DocumentRequest {
  const request = documentRequest(c)
  const { headers } = c.env.incoming
  if (!dictionary || headers['available-dictionary'] !== dictionary.name) return request
  const isPage =
    document.headers.vary?.includes('dictionary') && takesDictionary(headers['accept-encoding']?.toString())
  return isPage ? { ...request, encoding: 'dcz', dictionary } : request
}

/**
 * GoTrue redirects sign-in errors without a known target to the site's root; forward them to the page that explains
 * them.
 */
const isSignInError = (search: URLSearchParams) => search.has('error') && search.has('error_description')

/** 405: pages accept no writes. The connection is closed because the request's body is not read. */
export function notAllowed({ env }: Visit): Response {
  env.outgoing.setHeader('allow', 'GET, HEAD')
  env.outgoing.setHeader('connection', 'close')
  return plainResponse(405)
}

/** The German error page for a failed rendering; the reason goes to the request log. */
export function failedPage({ env: { incoming } }: Visit, error: unknown, requests: RequestLog): Response {
  const retry = incoming.url ?? '/'
  if (error instanceof BackendAway) {
    requests.hush(incoming)
    return plainResponse(503, retry)
  }
  requests.note(incoming, causeLine(error))
  return plainResponse(error instanceof TurnsFull || error instanceof BackendBusy ? 503 : 500, retry)
}

type Make = () => Promise<StoredDocument>
type Answer = { document: StoredDocument; kept: Kept | undefined; isLive: boolean }

/** The same queue, which says of each document where its time went. */
const timedQueue =
  (queue: Turns) =>
  (address: string, make: Make): Promise<StoredDocument> => {
    const asked = performance.now()
    return queue(address, () => timedMaking(performance.now() - asked, make))
  }

/** Notes whether the request was answered from the cache, and what it waited for if not. */
function noteCost(how: string, made: unknown): void {
  const times = currentTimes()
  if (times) times.page = how === 'fwd=miss' ? 'uncached' : 'cached'
  if (how === 'fwd=miss') addCostOf(made)
}

/** Handlers whose responses are the same for every guest: cached, rendered once for concurrent requests, with ETags. */
export function documentRoutes(parts: DocumentParts) {
  const { cache, liveCache, front, dictionary, queue, addressOf, requests, assets, renderPage } = parts
  const inTurn = timedQueue(queue)
  const smaller = recompressor()
  const noteFailure = (error: unknown) =>
    parts.log?.(`Eine Seite ließ sich nicht kleiner packen: ${causeLine(error)}`, 'warn')

  /** What a session asks for is answered as a guest's, and kept by nobody all the same. */
  function sharedHeaders(c: Visit, href: string, encoding: Encoding, answer: Answer): SharedHeaders | undefined {
    const { url: target = '', headers } = c.env.incoming
    const { document, kept, isLive } = answer
    if (!front || !kept || headers.authorization !== undefined) return undefined
    // One of another build: a cache would keep this answer under its name, which no purge knows.
    if (headers['available-dictionary'] !== undefined && encoding !== 'dcz') return undefined
    return front.headersOf({ target, href, encoding, document, kept, isLive })
  }

  async function serve(c: Visit, key: string, make: Make, stored = true, from = cache): Promise<Response> {
    const forgotten = front?.forgetting(c.env.incoming.headers['hot-purge'])
    if (forgotten) return forgotten
    try {
      const { document, how, kept } = await from.get(key, () => inTurn(addressOf(c.req.raw, c.env), make), stored)
      noteCost(how, document)
      const { away, busy, failure } = document.problems ?? {}
      const reason = busy ?? failure
      if (away) requests.hush(c.env.incoming)
      else if (reason) requests.note(c.env.incoming, reason)
      const request = { ...withDictionary(c, document, dictionary), once: !stored }
      const shared = sharedHeaders(c, key, request.encoding, { document, kept, isLive: from === liveCache })
      const answer = await sendDocument(document, request, how, shared)
      if (how === 'hit' && request.encoding === 'br' && kept) smaller(document).catch(noteFailure)
      return answer
    } catch (error) {
      noteCost('fwd=miss', error)
      return failedPage(c, error, requests)
    }
  }

  /** A feed or other document generated by the server itself, cached by its path and its filters. */
  const feed = (make: (c: Visit, search: URLSearchParams) => Promise<Response>): Handler<Env> => {
    return (c) => {
      if (!isRead(c.req.method)) return notAllowed(c)
      const { href, stored } = canonicalAddress(c.req.path, new URL(c.req.url).searchParams)
      const search = new URLSearchParams(href.slice(c.req.path.length))
      return serve(c, href, async () => storeDocument(await make(c, search)), stored)
    }
  }

  /** The same for seconds only. */
  const live = (make: (c: Visit) => Promise<Response>): Handler<Env> => {
    return (c) =>
      isRead(c.req.method)
        ? serve(c, c.req.path, async () => storeDocument(await make(c)), true, liveCache)
        : notAllowed(c)
  }

  /**
   * A redirect keeps what was asked for: the app was asked for the old address, which has no parameters of its own. Only
   * those that change some page, which a cache in front has in its keys.
   */
  function keptSearch(answer: Response, asked: URLSearchParams): Response {
    const location = answer.headers.get('location')
    if (answer.status !== 301 || !location?.startsWith('/')) return answer
    const [path = '', anchor] = location.split('#')
    const [bare = '', given] = path.split('?')
    const search = new URLSearchParams(given)
    for (const name of searchNames) {
      const value = asked.get(name)
      if (value !== null && !search.has(name)) search.set(name, value)
    }
    const target = `${bare}${search.size > 0 ? `?${search}` : ''}${anchor === undefined ? '' : `#${anchor}`}`
    const headers = new Headers(answer.headers)
    headers.set('location', target)
    return new Response(answer.body, { status: 301, headers })
  }

  /** Files of the build and pages of the app. */
  const page: Handler<Env> = async (c) => {
    if (!isRead(c.req.method)) return notAllowed(c)
    const raw = c.env.incoming.url ?? '/'
    const target = readPageTarget(raw)
    if ('status' in target) return plainResponse(target.status)
    const file = assets(target.path, documentRequest(c))
    if (file?.ok && target.path.startsWith(buildFolder))
      for (const name of documentOnlyHeaders) c.env.outgoing.removeHeader(name)
    if (file) return file
    if (target.path === '/' && isSignInError(target.search)) return c.redirect(`/auth/callback${raw.slice(1)}`, 302)
    const tidy = tidyPath(target.path)
    const query = raw.indexOf('?')
    if (tidy !== undefined) return c.redirect(query === -1 ? tidy : tidy + raw.slice(query), 301)
    const { href, stored } = canonicalAddress(target.path, target.search)
    const answer = keptSearch(await serve(c, href, () => renderPage(href), stored), target.search)
    if (isBarred(href)) answer.headers.set('x-robots-tag', 'noindex, nofollow')
    return answer
  }

  return { feed, live, page }
}
