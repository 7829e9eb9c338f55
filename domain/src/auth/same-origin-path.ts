const maxLength = 2000
/** A placeholder origin: a target that resolves to another one leaves the site. */
const anyOrigin = 'https://hot.invalid'

/**
 * Where to go after signing in: the path, query and hash of `target` when it is certain to stay on this site, otherwise
 * `/`. Accepts any value, because redirect targets come from the address bar.
 */
export function safeRedirect(target: unknown): string {
  if (typeof target !== 'string' || target.length > maxLength) return '/'
  // Browsers read \ as / and drop tabs and line breaks, so that `/\evil` and `/⇥/evil` would be other hosts.
  if (!target.startsWith('/') || /[\\\p{Cc}]/u.test(target) || !URL.canParse(target, anyOrigin)) return '/'
  const url = new URL(target, anyOrigin)
  // Resolving `/.//evil.de` gives the path `//evil.de`; a router that decodes turns `/%2Fevil.de` into the same.
  const startsLikeHost = /^\/(\/|\\|%2f|%5c|%09|%0a|%0d)/i.test(url.pathname)
  if (url.origin !== anyOrigin || startsLikeHost) return '/'
  return url.pathname + url.search + url.hash
}
