import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RequestProblems } from '../link/backend-watch.ts'
import { documentPolicy, type PolicyOrigins } from '../wire/security-headers.ts'
import { takeNonce } from './inline-elements.ts'
import type { PageStyles } from './used-styles.ts'

export type Encoding = 'dcz' | 'br' | 'gzip' | 'identity'

const ours: readonly Encoding[] = ['br', 'gzip', 'identity']
const remembered = new Map<string, Encoding>()
const mostRemembered = 200

function weight(parameters: readonly string[]): number {
  const q = parameters.map((text) => /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(text)?.[1]).find(Boolean)
  return q === undefined ? 1 : Number(q)
}

function weightsOf(accept: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';')
    weights.set(name.trim(), weight(parameters))
  }
  return weights
}

/** Whether a browser takes documents compressed with a dictionary that it says it has. `*` does not mean this. */
export const takesDictionary = (accept: string | undefined): boolean =>
  accept?.includes('dcz') === true && (weightsOf(accept).get('dcz') ?? 0) > 0

function read(accept: string): Encoding {
  const weights = weightsOf(accept)
  const wildcard = weights.get('*') ?? 0
  const asked = (encoding: Encoding) => weights.get(encoding) ?? (encoding === 'identity' ? 0.001 : wildcard)
  // The sort is stable: among equal weights the smallest encoding wins.
  return ours.toSorted((a, b) => asked(b) - asked(a))[0] ?? 'identity'
}

/** The supported encoding that `Accept-Encoding` prefers (RFC 9110 §12.5.3). Cached, as browsers send few values. */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity'
  const known = remembered.get(accept)
  if (known) return known
  const chosen = read(accept)
  if (remembered.size < mostRemembered) remembered.set(accept, chosen)
  return chosen
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Quality 5 saves most of what the build's quality for static files does, in a fraction of the time. */
const brotliQuality = 5
/** For a page that is not cached: 12 % more bytes than quality 5 in a third of its time. */
const brotliQualityOnce = 3
const gzipLevel = 6

/** A complete response that can be sent repeatedly in any encoding. */
export type StoredDocument = {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer<ArrayBuffer>
  /** Filled on first use. */
  encoded: Map<Encoding, Promise<Buffer<ArrayBuffer>>>
  /** Set when one of the requests behind it failed: it is sent but not cached. */
  problems?: RequestProblems
}

/** Headers copied from a response; only plain pages already have a policy. */
const storedHeaders = ['content-type', 'location', 'cache-control', 'content-security-policy']

/** Pages are compressed with a dictionary where the browser has it (`dictionary.ts`). */
const varyOfPages = 'accept-encoding, available-dictionary'

/** How a page was rendered, for its policy; what gives it its styles. */
export type Rendering = { nonce: string; origins: PolicyOrigins; styles?: PageStyles | undefined }

/** A document from a response and its body, with an ETag for status 200. */
function stored({ status, headers: all }: Response, body: Buffer<ArrayBuffer>, policy?: string): StoredDocument {
  const headers: Record<string, string> = {
    vary: policy ? varyOfPages : 'accept-encoding',
    'cache-control': 'no-cache',
  }
  for (const name of storedHeaders) {
    const value = all.get(name)
    if (value) headers[name] = value
  }
  if (policy) headers['content-security-policy'] = policy
  if (status === 200) headers.etag = `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`
  return { status, headers, body, encoded: new Map() }
}

/** Reads a whole response as a document. */
export const storeDocument = async (response: Response): Promise<StoredDocument> =>
  stored(response, Buffer.from(await response.arrayBuffer()))

/** A rendered page, with its policy. `page` becomes the body, with its own styles and without the nonce. */
export function storePage(
  response: Response,
  page: Buffer<ArrayBuffer>,
  { nonce, origins, styles = (whole) => whole }: Rendering,
): StoredDocument {
  const { html, inline } = takeNonce(styles(page), nonce)
  return stored(response, html, documentPolicy(inline, origins))
}

async function compress(body: Buffer<ArrayBuffer>, request: DocumentRequest): Promise<Buffer<ArrayBuffer>> {
  const { encoding, once = false, dictionary } = request
  if (encoding === 'dcz' && dictionary) return dictionary.compress(body, once)
  if (encoding === 'gzip') return (await toGzip(body, { level: gzipLevel })) as Buffer<ArrayBuffer>
  if (encoding === 'identity') return body
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: once ? brotliQualityOnce : brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  return (await toBrotli(body, { params })) as Buffer<ArrayBuffer>
}

function encodedBody(document: StoredDocument, request: DocumentRequest): Promise<Buffer<ArrayBuffer>> {
  const known = document.encoded.get(request.encoding)
  if (known) return known
  const made = compress(document.body, request)
  document.encoded.set(request.encoding, made)
  return made
}

/**
 * What is said of this sending, never stored with the document: how the page came, and when, by which browsers set their
 * clock right. What a cache in front may keep (`shared`) would tell the time when it was kept.
 */
const sendingHeaders = (how: string, shared: SharedHeaders | undefined) => ({
  'cache-status': `hot; ${how}`,
  ...(shared ?? { 'server-timing': `clock;dur=${Date.now()}` }),
})

/** Estimated bytes of a document in memory: its body, both encodings at the usual ratio for HTML, and its headers. */
export const documentSize = (document: StoredDocument) =>
  Math.ceil(document.body.length * 1.5) + (document.headers['content-security-policy']?.length ?? 0) + 1_000

export type DocumentRequest = {
  method: string
  encoding: Encoding
  ifNoneMatch?: string
  /** The document is not cached: it is compressed for this request only. */
  once?: boolean
  /** With encoding `dcz`. */
  dictionary?: { compress: (body: Buffer<ArrayBuffer>, once: boolean) => Promise<Buffer<ArrayBuffer>> } | undefined
}

/** Weak comparison (RFC 9110 §13.1.2): a proxy may have dropped or added the `W/`. */
function matches(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (!ifNoneMatch || !etag) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag))
}

/** Headers of an answer that a cache in front may keep, in place of the document's own. */
export type SharedHeaders = Readonly<Record<string, string>>

/** Sends a document, or 304 to a client that has it. `how` is the value of `Cache-Status` (RFC 9211). */
export async function sendDocument(
  document: StoredDocument,
  request: DocumentRequest,
  how: string,
  shared?: SharedHeaders,
): Promise<Response> {
  // A 304 has them too, with the policy: browsers update stored headers from it.
  const headers: Record<string, string> = { ...document.headers, ...sendingHeaders(how, shared) }
  if (matches(request.ifNoneMatch, document.headers.etag)) return new Response(null, { status: 304, headers })
  const body = await encodedBody(document, request)
  if (request.encoding !== 'identity') headers['content-encoding'] = request.encoding
  headers['content-length'] = String(body.length)
  return new Response(request.method === 'HEAD' ? null : body, { status: document.status, headers })
}
