import { deepLinkTarget, isFeedLink } from '@hot/domain/url/app-links'

/** Their links open the stores themselves, which a browser inside the app would only offer. */
const storeHosts = new Set(['apps.apple.com', 'itunes.apple.com', 'play.google.com'])

type Places = {
  /** Protocol and host that the app's own pages come from, without a trailing slash. */
  appBase: string
  siteUrl: string
}

/** `untouched` is what router or system do by themselves: pages of the app, mail, stores. */
export type LinkWay = { to: 'untouched' } | { to: 'page'; path: string } | { to: 'browser'; url: string }

const untouched: LinkWay = { to: 'untouched' }

/** Where a pressed link of the app leads; `href` is absolute. */
export function linkWay(href: string, { appBase, siteUrl }: Places): LinkWay {
  // As written: an address of the iOS app has no origin that could be compared.
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

/** Leads a pressed link its way; false when that is not ours to do. */
export function takeLink(href: string, { openOutside, openPage, ...places }: Following): boolean {
  const way = linkWay(href, places)
  if (way.to === 'untouched') return false
  if (way.to === 'page') openPage(way.path)
  else openOutside(way.url).catch(console.warn)
  return true
}

/** Opens foreign pages and feeds in the in-app browser, and links to the site inside the app. Returns the unsubscribe function. */
export function followOutgoing(following: Following): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    // What the router has taken is prevented already: the window hears of it last.
    if (event.defaultPrevented || !(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return
    if (takeLink(link.href, following)) event.preventDefault()
  }
  window.addEventListener('click', onClick)
  return () => window.removeEventListener('click', onClick)
}
