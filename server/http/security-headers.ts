import { createHash } from 'node:crypto'

/** Comments, then tags with quoted attribute values: text in either cannot be taken for a script. */
const markup = /<!--[\s\S]*?-->|<(\/?[a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi
const attribute = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/** Types a browser runs or obeys, and therefore checks against the policy; JSON and the like are data. */
const scriptTypes = new Set([
  '',
  'text/javascript',
  'application/javascript',
  'module',
  'importmap',
  'speculationrules',
])

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of text.matchAll(attribute))
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), double ?? single ?? bare ?? '')
  return found
}

const runs = (attributes: Map<string, string>) =>
  !attributes.has('src') && scriptTypes.has((attributes.get('type') ?? '').trim().toLowerCase())

/** Latin-1 stands for undecoded bytes, one letter each: markup is ASCII, and decoding takes longer than looking. */
type TextEncoding = 'utf8' | 'latin1'

/** HTML parsing turns CRLF into LF before the browser hashes an element's text. */
const hash = (text: string, encoding: TextEncoding) =>
  `'sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n'), encoding).digest('base64')}'`

/** The last long style element: every page carries the same one of the build, most of the page by bytes. */
let known: { text: string; hash: string; encoding: TextEncoding } = { text: '', hash: '', encoding: 'utf8' }
const worthKnowing = 10_000

/** The style element whose text begins at `start`, if it is the one of before: found without looking for its end. */
const isKnownStyle = (html: string, start: number, encoding: TextEncoding) =>
  known.text !== '' &&
  known.encoding === encoding &&
  html.startsWith(known.text, start) &&
  html.startsWith('</style>', start + known.text.length)

function hashStyle(text: string, encoding: TextEncoding): string {
  const made = hash(text, encoding)
  if (text.length >= worthKnowing) known = { text, hash: made, encoding }
  return made
}

const closings = { script: /<\/script(?=[\s/>])/gi, style: /<\/style(?=[\s/>])/gi }

export type InlineHashes = { scripts: Set<string>; styles: Set<string> }

/** Hashes of the inline scripts that run and of the style elements of one document. */
export function inlineHashes(html: string, encoding: TextEncoding = 'utf8'): InlineHashes {
  const found: InlineHashes = { scripts: new Set(), styles: new Set() }
  markup.lastIndex = 0
  for (let tag = markup.exec(html); tag; tag = markup.exec(html)) {
    const name = tag[1]?.toLowerCase()
    if (name !== 'script' && name !== 'style') continue
    const start = markup.lastIndex
    if (name === 'style' && isKnownStyle(html, start, encoding)) {
      found.styles.add(known.hash)
      markup.lastIndex = start + known.text.length
      continue
    }
    const close = closings[name]
    close.lastIndex = start
    const end = close.exec(html)?.index ?? html.length
    const text = html.slice(start, end)
    if (name === 'style') found.styles.add(hashStyle(text, encoding))
    else if (text && runs(attributesOf(tag[2] ?? ''))) found.scripts.add(hash(text, encoding))
    markup.lastIndex = end
  }
  return found
}

/** Whoever the page may talk to besides its own origin. */
export type PolicyOrigins = {
  backend?: string
  /** The site's own origin: to older Safari, 'self' means no socket. */
  site?: string
  /** Where error reports go. */
  reports?: string
}

/** The style element that sonner inserts: empty first, then with its text. Its test names the new hash after an upgrade. */
const toastStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
]

const join = (...sources: (string | undefined)[]) => sources.filter(Boolean).join(' ')

/**
 * The policy of one document. It names inline scripts and styles by hash, because a stored body cannot
 * carry a fresh nonce. Style attributes stay allowed: they hold values per item such as `--s`.
 */
export function documentPolicy(html: string, origins: PolicyOrigins = {}, encoding: TextEncoding = 'utf8'): string {
  const { scripts, styles } = inlineHashes(html, encoding)
  const socket = (origins.backend ?? origins.site)?.replace(/^http/, 'ws')
  return [
    "default-src 'self'",
    join("script-src 'self'", ...scripts),
    join("style-src 'self'", ...toastStyles, ...styles),
    "style-src-attr 'unsafe-inline'",
    join("img-src 'self' data: blob:", origins.backend),
    "font-src 'self'",
    join("connect-src 'self'", origins.backend, socket, origins.reports),
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** For everything that is no document: nothing in it may run, wherever it is opened. */
const inertPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Sent with every answer; a document replaces the policy by its own. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': inertPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
}

/** Only where a trusted proxy speaks https: on plain http the header would be ignored, and a lie. */
export const strictTransport = 'max-age=31536000'

/** Scripts, styles and fonts of the build. */
export const buildFolder = '/assets/'

/** What guards documents; on scripts, styles and fonts of our own build it would only be bytes, on every one of them. */
export const documentOnlyHeaders = [
  'content-security-policy',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'x-request-id',
]
