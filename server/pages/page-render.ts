import { randomUUID } from 'node:crypto'
import { type StoredDocument, storeDocument, storePage } from '../documents/stored-document.ts'
import type { PageStyles } from '../documents/used-styles.ts'
import { BackendAway, BackendBusy, type BackendWatch } from '../link/backend-watch.ts'
import { readPageTarget } from '../wire/request-target.ts'
import { canonicalAddress } from './cacheable-search.ts'

/**
 * The built app: TanStack Start's server entry. It may pass a page to `takePage` and leave the response's body empty: a
 * body of 100 kB would be copied through a stream before it is sent.
 */
export type ServerEntry = {
  fetch(
    request: Request,
    options: { context: { nonce: string; takePage: (html: Buffer<ArrayBuffer>) => void } },
  ): Promise<Response>
}

export type PageRenderOptions = {
  entry: ServerEntry
  watch: BackendWatch
  siteUrl: string
  /** Gives a page the styles of what it shows; all, if undefined. */
  styles?: PageStyles
  /** Origin of Supabase, for the policy; undefined with a local backend. */
  backendOrigin?: string
  /** Origin that receives error reports, for the policy. */
  reportsOrigin?: string
}

type Rendered = { response: Response; html: Buffer<ArrayBuffer> | undefined }

const redirects = new Set([301, 302, 303, 307, 308])
const mostRewrites = 3

const isHtml = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html')

/** A `Location` without our own origin, since the visitor may use another host name of this machine. */
function localTarget(location: string, siteUrl: string): string | undefined {
  const url = new URL(location, siteUrl)
  if (url.origin !== new URL(siteUrl).origin) return undefined
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}`
}

function canonicalHref(target: string): string | undefined {
  const read = readPageTarget(target)
  return 'status' in read ? undefined : canonicalAddress(read.path, read.search).href
}

/**
 * Renders the guest's page of a canonical address. No header, host or cookie of the visitor's request is passed on, so
 * that the cached page is the same for everyone. Throws BackendAway and BackendBusy.
 */
export function pageRenderer({ entry, watch, siteUrl, styles, backendOrigin, reportsOrigin }: PageRenderOptions) {
  const origins = { backend: backendOrigin, site: siteUrl, reports: reportsOrigin }
  async function ask(target: string, nonce: string): Promise<Rendered> {
    let html: Buffer<ArrayBuffer> | undefined
    const takePage = (page: Buffer<ArrayBuffer>) => {
      html = page
    }
    const request = new Request(`${siteUrl}${target}`, { headers: { accept: 'text/html' } })
    return { response: await entry.fetch(request, { context: { nonce, takePage } }), html }
  }

  /** Follows redirects to the same page: the router normalizes some URLs differently, and the browser would loop. */
  async function settled(href: string, nonce: string): Promise<Rendered> {
    let rendered = await ask(href, nonce)
    for (let rewrite = 0; rewrite < mostRewrites && redirects.has(rendered.response.status); rewrite += 1) {
      const target = localTarget(rendered.response.headers.get('location') ?? '', siteUrl)
      if (!target || canonicalHref(target) !== href) break
      rendered = await ask(target, nonce)
    }
    return rendered
  }

  function withoutOwnOrigin(document: StoredDocument): StoredDocument {
    const location = document.headers.location
    if (!location) return document
    return { ...document, headers: { ...document.headers, location: localTarget(location, siteUrl) ?? location } }
  }

  return async (href: string): Promise<StoredDocument> => {
    const nonce = randomUUID()
    const { result, problems } = await watch.follow(async () => {
      const { response, html } = await settled(href, nonce)
      if (html === undefined && !isHtml(response)) return storeDocument(response)
      return storePage(response, html ?? Buffer.from(await response.arrayBuffer()), { nonce, origins, styles })
    })
    if (problems.away && result.status >= 500) throw new BackendAway(problems.away)
    if (problems.busy && result.status >= 500) throw new BackendBusy(problems.busy)
    const document = withoutOwnOrigin(result)
    return problems.away || problems.busy || problems.failure ? { ...document, problems } : document
  }
}
