import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler } from 'hono'
import { BackendAway } from '../backend/backend-watch.ts'
import { causeLine, type RequestLog } from '../http/request-log.ts'
import { readPageTarget, tidyPath } from '../http/request-target.ts'
import { buildFolder, documentOnlyHeaders } from '../http/security-headers.ts'
import { canonicalAddress } from './cacheable-search.ts'
import type { DocumentCache } from './document-cache.ts'
import { RenderQueueFull, type renderQueue } from './page-render.ts'
import { plainResponse } from './plain-page.ts'
import {
  chooseEncoding,
  type DocumentRequest,
  type StoredDocument,
  sendDocument,
  storeDocument,
} from './stored-document.ts'

export type Env = { Bindings: HttpBindings }
export type Visit = Context<Env>

export type DocumentParts = {
  cache: DocumentCache
  queue: ReturnType<typeof renderQueue>
  requests: RequestLog
  /** A file of the build, if the path names one. */
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

/** An error of the sign-in whose way back is unknown goes to the site's root (GoTrue); the page for it explains. */
const isSignInError = (search: URLSearchParams) => search.has('error') && search.has('error_description')

/** Nothing is changed at the address of a page; the body of such a request is not read. */
export function notAllowed({ env }: Visit): Response {
  env.outgoing.setHeader('allow', 'GET, HEAD')
  env.outgoing.setHeader('connection', 'close')
  return plainResponse(405)
}

/** A German page for what went wrong, and the reason for the log. */
export function failedPage({ env: { incoming } }: Visit, error: unknown, requests: RequestLog): Response {
  const retry = incoming.url ?? '/'
  if (error instanceof BackendAway) {
    requests.hush(incoming)
    return plainResponse(503, retry)
  }
  requests.note(incoming, causeLine(error))
  return plainResponse(error instanceof RenderQueueFull ? 503 : 500, retry)
}

/** Routes whose answers are the same for every guest: through the cache, made one at a time, conditional. */
export function documentRoutes({ cache, queue, requests, assets, renderPage }: DocumentParts) {
  async function serve(c: Visit, key: string, make: () => Promise<StoredDocument>, stored = true): Promise<Response> {
    try {
      const { document, how } = await cache.get(key, () => queue(make), stored)
      const { away, failure } = document.trouble ?? {}
      if (away) requests.hush(c.env.incoming)
      else if (failure) requests.note(c.env.incoming, failure)
      return await sendDocument(document, { ...documentRequest(c), once: !stored }, how)
    } catch (error) {
      return failedPage(c, error, requests)
    }
  }

  /** A feed or other document that is made by the server itself; its path is its key. */
  const feed = (make: (c: Visit) => Promise<Response>): Handler<Env> => {
    return (c) =>
      isRead(c.req.method) ? serve(c, c.req.path, async () => storeDocument(await make(c))) : notAllowed(c)
  }

  /** Files of the build and pages of the app. */
  const page: Handler<Env> = (c) => {
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
    return serve(c, href, () => renderPage(href), stored)
  }

  return { feed, page }
}
