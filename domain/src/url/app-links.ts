import { appFolders, appPages } from './app-pages.ts'
import { parseUrl } from './parse-url.ts'

/**
 * Public pages that no search engine should list: searches, what mailed links lead to, addresses of before, and how an
 * invitation works.
 */
const unlisted: readonly string[] = [
  '/abbestellen',
  '/es-geht-um-mich',
  '/es-geht-um-mich/bestaetigen',
  '/invite-system',
  '/melden/antworten',
  '/melden/bestaetigen',
  '/suche',
  '/trash-talk',
]

/** Public pages that are there in every installation, without content of their own, for the sitemap. */
export const listedPages: readonly string[] = appPages.filter((page) => !unlisted.includes(page))

/** Endings of feeds, which have URLs among the pages (`/formate/{slug}.ics`) but are for calendars and feed readers. */
export const feedEndings: readonly string[] = ['.ics', '.rss', '.xml']

/** Account pages that push notifications open in the apps, besides public pages (notification/path.ts). */
const pushedPlaces: readonly string[] = [
  '/account/benachrichtigungen',
  '/account/inhalte',
  '/account/moderation',
  '/account/sicherheit',
  '/invites',
]

/** Pages whose links open in the browser only: sign-in and the links in its mails, admin area, the own account. */
export const browserFolders: readonly string[] = ['/auth', '/admin', '/account', '/invites']

/** Where a provider redirects after signing in in the app; follows the app's scheme. */
export const oauthReturnPath = 'oauth/callback'

/** In characters; longer than any URL of the site. */
const longest = 2048

/** Spaces, control characters and backslashes, which URL parsers treat differently. */
const ambiguous = /[\s\\\p{Cc}]/u
/** Percent-encoded control characters, slashes and backslashes. */
const hidden = /%(?:[01][0-9a-f]|2f|5c|7f)/i

const isFeed = (path: string) => feedEndings.some((ending) => path.toLowerCase().endsWith(ending))

function isAppPath(path: string): boolean {
  if (isFeed(path)) return false
  if (appPages.includes(path) || appPages.includes(path.replace(/\/$/, ''))) return true
  return appFolders.some((folder) => path.startsWith(folder) && path.length > folder.length)
}

function decodes(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

/** The link if it leads to this site (an https origin) and all parsers read it alike, or null. */
function ownLink(link: string, siteUrl: string): URL | null {
  if (link.length > longest || ambiguous.test(link)) return null
  const [url, site] = [parseUrl(link), parseUrl(siteUrl)]
  if (!url || !site) return null
  const [, authority] = /^https:\/\/([^/?#]*)/i.exec(link) ?? []
  // Compares the text instead of the parsed URL: no user name, no port, no other spelling of the host.
  if (site.protocol !== 'https:' || authority?.toLowerCase() !== site.host) return null
  return url.pathname.includes('//') || hidden.test(url.pathname) || !decodes(url.pathname) ? null : url
}

/**
 * Where a link that opened the app leads: path, query and fragment of a public page of `siteUrl` (an https origin).
 * Null for everything else: other hosts and ports, user names, other protocols, the app's own scheme (handled by
 * sign-in), private pages, feeds, and URLs that parsers read differently.
 */
export function deepLinkTarget(link: string, siteUrl: string): string | null {
  const url = ownLink(link, siteUrl)
  return url && isAppPath(url.pathname) ? url.pathname + url.search + url.hash : null
}

/** Whether a link is one of the site's feeds, which Android cannot exclude from the URLs that open the app. */
export function isFeedLink(link: string, siteUrl: string): boolean {
  const url = ownLink(link, siteUrl)
  return url !== null && isFeed(url.pathname)
}

/**
 * Where a tapped push notification leads in the app: path, query and fragment of a public page or of one of
 * `pushedPlaces`. Null for everything else, by the rules of `deepLinkTarget`.
 */
export function pushTarget(path: unknown, siteUrl: string): string | null {
  if (typeof path !== 'string' || !path.startsWith('/')) return null
  const url = ownLink(siteUrl + path, siteUrl)
  const isOpen = url && (isAppPath(url.pathname) || pushedPlaces.includes(url.pathname))
  return isOpen ? url.pathname + url.search + url.hash : null
}
