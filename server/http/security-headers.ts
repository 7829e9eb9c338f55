import { createHash } from 'node:crypto'

/** Sources of a policy that name inline elements by their text (`'sha256-…'`). */
export type InlineHashes = { scripts: ReadonlySet<string>; styles: ReadonlySet<string> }

/** Latin-1 stands for undecoded bytes, one letter each: decoding takes longer than looking. */
export type TextEncoding = 'utf8' | 'latin1'

/** HTML parsing turns CRLF into LF before the browser hashes an element's text. */
export const hashSource = (text: string, encoding: TextEncoding = 'utf8') =>
  `'sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n'), encoding).digest('base64')}'`

/** Hashes of texts that are known as they are written. */
export const inlineHashes = ({
  scripts = [],
  styles = [],
}: {
  scripts?: string[]
  styles?: string[]
}): InlineHashes => ({
  scripts: new Set(scripts.map((text) => hashSource(text))),
  styles: new Set(styles.map((text) => hashSource(text))),
})

/** What the page may talk to besides its own origin. */
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
export function documentPolicy({ scripts, styles }: InlineHashes, origins: PolicyOrigins = {}): string {
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
