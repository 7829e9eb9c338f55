/**
 * The path of an event: without hash and query, cut to the first two segments. Takes a path or an address; what an
 * address says about its host is left out.
 */
export function analyticsPath(pathOrUrl: string): string {
  const path = pathOrUrl.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  return `/${path.split('/').filter(Boolean).slice(0, 2).join('/')}`
}
