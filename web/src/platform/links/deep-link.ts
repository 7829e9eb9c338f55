import { deepLinkTarget, isFeedLink } from '@hot/domain/url/app-links'

/** Links that open the app, from the shell. */
export type LinkSource = {
  /** The link that started the app; undefined when the person did. */
  launchLink(): Promise<string | undefined>
  /** Calls back with every link that opens the running app. Resolves with the cleanup function. */
  onLink(listener: (link: string) => void): Promise<() => void>
  /** Opens an address in the in-app browser. */
  openOutside(link: string): Promise<void>
}

/** The part of the router's history that is needed; `replace` on a cold start, where nothing lies before. */
type Navigate = { push(path: string): void; replace(path: string): void }

type Following = {
  source: LinkSource
  siteUrl: string
  /** Where a link leads that signing in comes back with and nobody waits for; null for every other. */
  signInPath: (link: string) => string | null
  history: Navigate
  /** What lives as long as the WebView does. */
  memory: Pick<Storage, 'getItem' | 'setItem'>
  now?: () => number
}

const launchKey = 'hot_launch_link'
/** iOS reports the link that started the app a second time, as an event, within this time (ms). */
const launchEchoMs = 2000

/**
 * Leads from links that open the app to their page, running or not; refuses what is not a public page of this site.
 * The link that started the app counts once, also after the page was loaded anew. Resolves with the cleanup function.
 */
export async function followLinks({
  source,
  siteUrl,
  signInPath,
  history,
  memory,
  now = Date.now,
}: Following): Promise<() => void> {
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
