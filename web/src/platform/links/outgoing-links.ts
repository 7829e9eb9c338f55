import { deepLinkTarget, isFeedLink } from '@hot/domain/url/app-links'

/** Their links open the store apps directly; the in-app browser would show a web page first. */
const storeHosts = new Set(['apps.apple.com', 'itunes.apple.com', 'play.google.com'])

type Places = {
  /** Origin of the app's own pages, without a trailing slash. */
  appBase: string
  siteUrl: string
}

/** `untouched`: handled by the router or the system (pages of the app, mail, stores). */
export type LinkWay = { to: 'untouched' } | { to: 'page'; path: string } | { to: 'browser'; url: string }

const untouched: LinkWay = { to: 'untouched' }

/** Decides how to open a pressed link; `href` is absolute. */
export function linkWay(href: string, { appBase, siteUrl }: Places): LinkWay {
  // Compared as text: URLs of the iOS app have an opaque origin.
  if (href.startsWith(`${appBase}/`)) {
    const url = siteUrl + href.slice(appBase.length)
    return isFeedLink(url, siteUrl) ? { to: 'browser', url } : untouched
  }
  const path = deepLinkTarget(href, siteUrl)
  if (path) return { to: 'page', path }
  if (!/^https?:/i.test(href) || !URL.canParse(href) || storeHosts.has(new URL(href).hostname)) return untouched
  return { to: 'browser', url: href }
}

type Following = Places & {
  openOutside: (url: string) => Promise<void>
  openPage: (path: string) => void
}

/** Opens a pressed link; false when it is left to the router or system. */
export function takeLink(href: string, { openOutside, openPage, ...places }: Following): boolean {
  const way = linkWay(href, places)
  if (way.to === 'untouched') return false
  if (way.to === 'page') openPage(way.path)
  else openOutside(way.url).catch(console.warn)
  return true
}

/** Opens external pages and feeds in the in-app browser, and site links in the app. Returns the unsubscribe function. */
export function followOutgoing(following: Following): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    // Events handled by the router are already prevented, because the window's listeners run last.
    if (event.defaultPrevented || !(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return
    if (takeLink(link.href, following)) event.preventDefault()
  }
  window.addEventListener('click', onClick)
  return () => window.removeEventListener('click', onClick)
}
