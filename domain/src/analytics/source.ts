import { parseUrl } from '../url/parse-url.ts'

const hostMax = 100

const withoutWww = (host: string) => host.replace(/^www\./, '')

/**
 * Where a visit comes from, by the `document.referrer` of its first page: the host of another site without `www.`, or the
 * name of an Android app. null: none is told, it is this site itself, or it is longer than 100 characters. Never a path.
 */
export function sourceOf(referrer: string, ownHost: string): string | null {
  const url = parseUrl(referrer)
  if (!url || !['https:', 'http:', 'android-app:'].includes(url.protocol)) return null
  const host = withoutWww(url.hostname.toLowerCase())
  if (!/^[a-z0-9.-]+$/.test(host) || host.length > hostMax || host === withoutWww(ownHost)) return null
  return host
}
