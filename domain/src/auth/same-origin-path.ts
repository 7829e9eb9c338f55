import { parseUrl } from '../url/parse-url.ts'

const maxLength = 2000
/** A placeholder for the site's origin: a target that resolves to a different origin leaves the site. */
const anyOrigin = 'https://hot.invalid'

/**
 * Where to go after signing in: path, query and hash of `target` when it certainly stays on this site, otherwise `/`.
 * Takes any value, because redirect targets come from the URL.
 */
export function safeRedirect(target: unknown): string {
  if (typeof target !== 'string' || target.length > maxLength) return '/'
  // Browsers read \ as / and drop tabs and line breaks, so `/\evil` and `/⇥/evil` would lead to other hosts.
  if (!target.startsWith('/') || /[\\\p{Cc}]/u.test(target)) return '/'
  const url = parseUrl(target, anyOrigin)
  if (!url) return '/'
  // `/.//evil.de` resolves to the path `//evil.de`, and a router that decodes paths reads `/%2Fevil.de` as that, too.
  const startsLikeHost = /^\/(\/|\\|%2f|%5c|%09|%0a|%0d)/i.test(url.pathname)
  if (url.origin !== anyOrigin || startsLikeHost) return '/'
  return url.pathname + url.search + url.hash
}
