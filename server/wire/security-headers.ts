import { hash } from 'node:crypto'

/** Sources of a policy that name inline elements by their text (`'sha256-…'`). */
export type InlineHashes = { scripts: ReadonlySet<string>; styles: ReadonlySet<string> }

/** CSP source of an inline text or its bytes. HTML parsing turns CRLF and CR into LF before the browser hashes it. */
export function hashSource(text: string | Buffer): string {
  const hasReturns = text.includes('\r')
  const hashed = hasReturns ? text.toString().replace(/\r\n?/g, '\n') : text
  return `'sha256-${hash('sha256', hashed, 'base64')}'`
}

/** Sources of inline elements whose texts are fixed. */
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

/** Origins that a page may connect to besides its own. */
export type PolicyOrigins = {
  backend?: string
  /** The site's own origin: in older versions of Safari 'self' does not include WebSockets. */
  site?: string
  /** Where error reports go. */
  reports?: string
}

/** The style element that sonner inserts: empty at first, then with its text. A test checks both after an upgrade. */
const toastStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
]

const join = (...sources: (string | undefined)[]) => sources.filter(Boolean).join(' ')

/**
 * The policy of one document. Inline scripts and styles are allowed by hash, because a cached body cannot contain a
 * fresh nonce. Style attributes are allowed, since they set values per item such as `--s`.
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

/** For responses that are not documents: nothing in them may run when one is opened. Firefox asks it about the tab's icon. */
const inertPolicy = "default-src 'none'; img-src 'self'; frame-ancestors 'none'"

/** Sent with every response; documents replace the policy with their own. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': inertPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
}

/** HSTS, sent only when a trusted proxy reports https: browsers ignore it on plain http. */
export const strictTransport = 'max-age=31536000'

/** Scripts, styles and fonts of the build. */
export const buildFolder = '/assets/'

/** Headers that protect documents. They are omitted on files of the build, where they would only add bytes. */
export const documentOnlyHeaders = [
  'content-security-policy',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'x-request-id',
]
