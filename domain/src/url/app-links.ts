/** Public pages that open in the apps; one entry of a kind stays within one line of the Android manifest. */
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

/** Every address below these, with something behind the slash. */
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

/** Feeds lie between the pages (`/formate/{slug}.ics`) and belong to calendars and readers. */
export const feedEndings: readonly string[] = ['.ics', '.rss', '.xml']

/** Parts of the account that a pushed notification leads to, beside public pages (notification-path.ts). */
const pushedPlaces: readonly string[] = [
  '/account/benachrichtigungen',
  '/account/inhalte',
  '/account/moderation',
  '/invites',
]

/** What only a browser opens: signing in with its links from mails, the team's rooms, the own account. */
export const browserFolders: readonly string[] = ['/auth', '/admin', '/account', '/invites']

/** Where signing in leads back to, behind the app's scheme; nothing else uses it. */
export const oauthReturnPath = 'oauth/callback'

/** Longer than any address of ours; the rest is an attack on whoever parses it. */
const longest = 2048

/** Spaces, control characters and backslashes, which parsers read differently. */
const ambiguous = /[\s\\\p{Cc}]/u
/** The same and slashes, hidden. */
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

/** The link, when it leads to this site (an https origin) and every parser reads it alike. */
function ownLink(link: string, siteUrl: string): URL | null {
  if (link.length > longest || ambiguous.test(link) || !URL.canParse(link) || !URL.canParse(siteUrl)) return null
  const [, authority] = /^https:\/\/([^/?#]*)/i.exec(link) ?? []
  const { protocol, host } = new URL(siteUrl)
  // As written and not as parsed: no user, no port, no second spelling.
  if (protocol !== 'https:' || authority?.toLowerCase() !== host) return null
  const url = new URL(link)
  return url.pathname.includes('//') || hidden.test(url.pathname) || !decodes(url.pathname) ? null : url
}

/**
 * Where inside the app a link leads that opened it: path, query and fragment of a public page of `siteUrl` (an https
 * origin). Null for everything else: other hosts and ports, users in the address, other protocols, the app's own scheme
 * (signing in listens to that itself), private pages, feeds, and addresses that two parsers would read differently.
 */
export function deepLinkTarget(link: string, siteUrl: string): string | null {
  const url = ownLink(link, siteUrl)
  return url && isAppPath(url.pathname) ? url.pathname + url.search + url.hash : null
}

/** Whether a link is one of the site's feeds: Android cannot leave them out of the addresses that open the app. */
export function isFeedLink(link: string, siteUrl: string): boolean {
  const url = ownLink(link, siteUrl)
  return url !== null && isFeed(url.pathname)
}

/**
 * Where inside the app the tap on a pushed notification leads: path, query and fragment of a public page of `siteUrl`, or
 * one of `pushedPlaces`. Null for everything that is not written as a path of this site, as with `deepLinkTarget`.
 */
export function pushTarget(path: unknown, siteUrl: string): string | null {
  if (typeof path !== 'string' || !path.startsWith('/')) return null
  const url = ownLink(siteUrl + path, siteUrl)
  const isOpen = url && (isAppPath(url.pathname) || pushedPlaces.includes(url.pathname))
  return isOpen ? url.pathname + url.search + url.hash : null
}
