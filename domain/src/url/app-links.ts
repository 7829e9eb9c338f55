/** Public pages that open in the apps; each entry corresponds to one line of the Android manifest. */
export const appPages: readonly string[] = [
  '/',
  '/stars',
  '/formate',
  '/trashtalk',
  '/trash-talk',
  '/charts',
  '/kalender',
  '/melden/bestaetigen',
  '/impressum',
  '/datenschutz',
  '/community-guidelines',
  '/invite-system',
]

/** Every URL below these prefixes, with at least one character after the slash. */
export const appFolders: readonly string[] = [
  '/stars/',
  '/formate/',
  '/format/',
  '/seasons/',
  '/trashtalk/',
  '/trash-talk/',
  '/charts/',
  '/user/',
]

/** Feeds are located among the pages (`/formate/{slug}.ics`) but are for calendars and feed readers. */
export const feedEndings: readonly string[] = ['.ics', '.rss', '.xml']

/** Account pages that push notifications open, in addition to public pages (notification/path.ts). */
const pushedPlaces: readonly string[] = [
  '/account/benachrichtigungen',
  '/account/inhalte',
  '/account/moderation',
  '/account/sicherheit',
  '/invites',
]

/** Browser-only pages: sign-in and its mail links, the admin area, the member's account. */
export const browserFolders: readonly string[] = ['/auth', '/admin', '/account', '/invites']

/** Redirect target of signing in, after the app's scheme; used for nothing else. */
export const oauthReturnPath = 'oauth/callback'

/** Longer than any URL of the site; longer input is treated as an attack on the parser. */
const longest = 2048

/** Spaces, control characters and backslashes, which parsers treat differently. */
const ambiguous = /[\s\\\p{Cc}]/u
/** The same characters and slashes, percent-encoded. */
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

/** The link, when it points to this site (an https origin) and is unambiguous to all parsers. */
function ownLink(link: string, siteUrl: string): URL | null {
  if (link.length > longest || ambiguous.test(link) || !URL.canParse(link) || !URL.canParse(siteUrl)) return null
  const [, authority] = /^https:\/\/([^/?#]*)/i.exec(link) ?? []
  const { protocol, host } = new URL(siteUrl)
  // Compares the text, not the parsed URL: no user, no port, no alternative spelling.
  if (protocol !== 'https:' || authority?.toLowerCase() !== host) return null
  const url = new URL(link)
  return url.pathname.includes('//') || hidden.test(url.pathname) || !decodes(url.pathname) ? null : url
}

/**
 * The in-app target of a link that opened the app: path, query and fragment of a public page of `siteUrl` (an https
 * origin). Null for everything else: other hosts and ports, user names in the URL, other protocols, the app's own
 * scheme (handled by sign-in), private pages, feeds, and URLs that parsers would read differently.
 */
export function deepLinkTarget(link: string, siteUrl: string): string | null {
  const url = ownLink(link, siteUrl)
  return url && isAppPath(url.pathname) ? url.pathname + url.search + url.hash : null
}

/** Whether a link is one of the site's feeds: Android cannot exclude them from the URLs that open the app. */
export function isFeedLink(link: string, siteUrl: string): boolean {
  const url = ownLink(link, siteUrl)
  return url !== null && isFeed(url.pathname)
}

/**
 * The in-app target of a tapped push notification: path, query and fragment of a public page of `siteUrl`, or
 * one of `pushedPlaces`. Null for everything that is not written as a path of this site, as with `deepLinkTarget`.
 */
export function pushTarget(path: unknown, siteUrl: string): string | null {
  if (typeof path !== 'string' || !path.startsWith('/')) return null
  const url = ownLink(siteUrl + path, siteUrl)
  const isOpen = url && (isAppPath(url.pathname) || pushedPlaces.includes(url.pathname))
  return isOpen ? url.pathname + url.search + url.hash : null
}
