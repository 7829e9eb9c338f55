import { deepLinkTarget, isFeedLink } from '@hot/domain/url/app-links'
import { parseUrl } from '@hot/domain/url/parse-url'

/** Links to these hosts open the store apps directly; the in-app browser would show a web page first. */
const storeHosts = new Set(['apps.apple.com', 'itunes.apple.com', 'play.google.com'])

type Places = {
  /** Origin of the app's own pages, without a trailing slash. */
  appBase: string
  siteUrl: string
}

/** Where a link opens. `untouched`: the router or the system handles it (pages of the app, mail, stores). */
export type LinkTarget = { to: 'untouched' } | { to: 'page'; path: string } | { to: 'browser'; url: string }

const untouched: LinkTarget = { to: 'untouched' }

/** Decides how to open a pressed link; `href` is absolute. */
export function linkTarget(href: string, { appBase, siteUrl }: Places): LinkTarget {
  // Compared as text: URLs of the iOS app have an opaque origin.
  if (href.startsWith(`${appBase}/`)) {
    const url = siteUrl + href.slice(appBase.length)
    return isFeedLink(url, siteUrl) ? { to: 'browser', url } : untouched
  }
  const path = deepLinkTarget(href, siteUrl)
  if (path) return { to: 'page', path }
  const url = /^https?:/i.test(href) ? parseUrl(href) : null
  if (!url || storeHosts.has(url.hostname)) return untouched
  return { to: 'browser', url: href }
}

type FollowOptions = Places & {
  openOutside: (url: string) => Promise<void>
  openPage: (path: string) => void
}

/** Opens a pressed link; false when it is left to the router or system. */
export function openLink(href: string, { openOutside, openPage, ...places }: FollowOptions): boolean {
  const target = linkTarget(href, places)
  if (target.to === 'untouched') return false
  if (target.to === 'page') openPage(target.path)
  else openOutside(target.url).catch(console.warn)
  return true
}

/**
 * Opens external pages and feeds in the in-app browser, and site links in the app. Feeds to be downloaded as well: the
 * app has no file at their address. Returns the unsubscribe function.
 */
export function followOutgoing(following: FollowOptions): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    // The window's listeners run last: the default of clicks the router has handled is already prevented.
    if (event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return
    if (openLink(link.href, following)) event.preventDefault()
  }
  window.addEventListener('click', onClick)
  return () => window.removeEventListener('click', onClick)
}
