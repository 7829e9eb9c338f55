const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Same page origin; the names of the own machine count as one, because the mail's link may use another than the tab. */
function sameSite(a: URL, b: URL): boolean {
  // `blob:` and the like have the origin of what is inside them.
  if (a.protocol !== b.protocol) return false
  return a.origin === b.origin || (a.port === b.port && LOOPBACK.has(a.hostname) && LOOPBACK.has(b.hostname))
}

/** Where a person is sent after a link: `wanted` when it is on our site, else the site. Never to somebody else's. */
export function redirectTarget(wanted: string | null | undefined, siteUrl: string): string {
  if (!wanted || /[\\\s]/.test(wanted)) return siteUrl
  try {
    const url = new URL(wanted)
    return sameSite(url, new URL(siteUrl)) && !url.username && !url.password ? url.href : siteUrl
  } catch {
    return siteUrl // not an address
  }
}
