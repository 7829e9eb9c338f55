import { deepLinkTarget, isFeedLink } from '@hot/domain/url/app-links'

/** Links that open the app, reported by the shell. */
export type LinkSource = {
  /** The link that started the app; undefined when it was started without one. */
  launchLink(): Promise<string | undefined>
  /** Calls back with every link that opens the running app. Resolves with the cleanup function. */
  onLink(listener: (link: string) => void): Promise<() => void>
  /** Opens an address in the in-app browser. */
  openOutside(link: string): Promise<void>
}

/** The required part of the router's history; `replace` is for a cold start, without earlier entries. */
type Navigate = { push(path: string): void; replace(path: string): void }

type FollowOptions = {
  source: LinkSource
  siteUrl: string
  /** Path for a sign-in return link that no sign-in is waiting for; null for other links. */
  signInPath: (link: string) => string | null
  history: Navigate
  /** Storage that lasts as long as the WebView. */
  memory: Pick<Storage, 'getItem' | 'setItem'>
  now?: () => number
}

const launchKey = 'hot_launch_link'
/** iOS reports the launch link a second time, as an event, within this time (ms). */
const launchEchoMs = 2000

/**
 * Navigates to the page of a link that opens the app, at launch or later; rejects anything but public pages of this site.
 * The launch link is handled once, even if the page is reloaded. Resolves with the cleanup function.
 */
export async function followLinks({
  source,
  siteUrl,
  signInPath,
  history,
  memory,
  now = Date.now,
}: FollowOptions): Promise<() => void> {
  const open = (link: string, go: (path: string) => void) => {
    const path = deepLinkTarget(link, siteUrl) ?? signInPath(link)
    if (path) go(path)
    else if (isFeedLink(link, siteUrl)) source.openOutside(link).catch(console.error)
  }
  const launch = await source.launchLink()
  const startedAt = now()
  if (launch && memory.getItem(launchKey) !== launch) {
    memory.setItem(launchKey, launch)
    open(launch, (path) => history.replace(path))
  }
  return source.onLink((link) => {
    if (link === launch && now() - startedAt < launchEchoMs) return
    open(link, (path) => history.push(path))
  })
}
