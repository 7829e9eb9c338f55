import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { networkTurns, type TurnLimits } from '@hot/embedded/wire/network-turns'
import type { BackendLink } from '../backend/backend-link.ts'
import { type PublicConfig, publicConfig, readSiteState, siteStateRoute } from '../backend/site-info.ts'
import { cdnFront } from '../cdn/cdn-front.ts'
import { openDictionary } from '../documents/dictionary.ts'
import { openStyles } from '../documents/used-styles.ts'
import { calendarFeeds } from '../feeds/calendar-feed.ts'
import { livePost } from '../feeds/live-posts.ts'
import { newsFeeds } from '../feeds/news-feed.ts'
import { openSitemap } from '../feeds/sitemap.ts'
import { trashtalkFeed } from '../feeds/trashtalk-feed.ts'
import { type BackendWatch, publicRpc } from '../link/backend-watch.ts'
import { inviteMember } from '../link/member-accounts.ts'
import { unsubscribeRoute } from '../mail/digest-mail.ts'
import { openPictures, pictureRoute } from '../media/og-pictures.ts'
import { countCache, countQueue } from '../metrics/metrics.ts'
import type { ServerCounts } from '../metrics/server-counts.ts'
import { findingsHere, sharedFindings } from '../operator/doctor.ts'
import { openAssets } from '../pages/assets.ts'
import { documentCache, liveCacheBytes, liveFor, pageCacheBytes } from '../pages/document-cache.ts'
import { pageRenderer, type ServerEntry } from '../pages/page-render.ts'
import { sharedAnswers } from '../pages/shared-answers.ts'
import { sharePurges } from '../pages/shared-purges.ts'
import { originOf } from '../settings/monitoring-settings.ts'
import type { Settings } from '../settings/settings.ts'
import { unnamedTest, visitorAddress } from '../wire/client-address.ts'
import type { BoundedLines } from '../wire/line-budget.ts'
import { causeLine, type RequestLog } from '../wire/request-log.ts'
import { type AppParts, purgeOf } from './app.ts'

/**
 * Rendering is CPU work in one thread: more at once only delays all of them. Three pages of one network keep both threads
 * busy: one queries the database while another is rendered. With more, several answers of the database would arrive
 * together and their pages be rendered in one go, while all others wait.
 *
 * A hundred waiting pages take about a second; forty readers behind one address (a school, a mobile carrier) who open a
 * page at the same moment stay well below that. Crawlers and service workers fetch only a few at a time.
 */
const rendered: TurnLimits = { running: 6, runningPerNetwork: 3, waiting: 300, waitingPerNetwork: 100 }

const web = path.resolve(import.meta.dirname, '../../web')

/** Imports the built app. The global is the only state shared with it, read on import and when data is fetched. */
async function importApp(config: PublicConfig, fetch: (request: Request) => Promise<Response>): Promise<ServerEntry> {
  Reflect.set(globalThis, Symbol.for('hot.server'), { fetch, config })
  const entry = pathToFileURL(path.join(web, 'dist/server/server.js')).href
  return ((await import(entry)) as { default: ServerEntry }).default
}

/** The dependencies of a server: settings, backend, log and metrics. */
export type Installation = {
  settings: Settings
  siteUrl: string
  link: BackendLink
  lines: BoundedLines
  counts: ServerCounts
}

/** Parts that the routes share. */
type Shared = { watch: BackendWatch; requests: RequestLog; health: AppParts['health'] }

/** Rendering of the app's pages, with its queue and cache. */
async function pages({ lines, counts, siteUrl }: Installation, config: PublicConfig, watch: BackendWatch) {
  const onStaleFailure = (error: unknown) =>
    lines.line(`Eine Seite ließ sich nicht auffrischen: ${causeLine(error)}`, 'warn')
  const cache = countCache(documentCache({ maxBytes: pageCacheBytes, onStaleFailure }), counts)
  const answers = sharedAnswers(watch.askForApp)
  return {
    answers,
    renderPage: pageRenderer({
      entry: await importApp(config, answers.ask),
      watch,
      siteUrl,
      styles: openStyles(path.join(web, 'dist/styles.json')),
      backendOrigin: config.supabaseUrl || undefined,
      reportsOrigin: originOf(config.reports),
    }),
    cache,
    // Short, because "within 30 s" is this and the time between two questions of a page (docs/product/network.md).
    liveCache: documentCache({ maxBytes: liveCacheBytes, fresh: liveFor, stale: 0 }),
    queue: countQueue(networkTurns(rendered), counts),
  }
}

/** Documents that this server generates itself from public data. */
function ownDocuments({ settings, siteUrl, link, lines }: Installation, { watch, requests }: Shared) {
  const addressOf = visitorAddress(settings.trustedProxies)
  const { ask } = watch
  const rpc = publicRpc({ ask, backendUrl: link.origin, publishableKey: link.publishableKey })
  return {
    calendar: calendarFeeds(rpc, siteUrl),
    trashtalk: trashtalkFeed(rpc, siteUrl),
    news: newsFeeds(rpc, siteUrl),
    livePost: livePost(rpc),
    unsubscribe: unsubscribeRoute(rpc),
    sitemap: openSitemap(rpc, siteUrl),
    pictures: pictureRoute({
      draw: openPictures({ rpc, ask, backendUrl: link.origin }),
      requests,
      log: lines.line,
      addressOf,
    }),
    addressOf,
  }
}

/** Everything the routes need, including the built app. */
export async function appParts(installation: Installation, shared: Shared): Promise<AppParts> {
  const { settings, siteUrl, link } = installation
  const { watch, requests, health } = shared
  const { ask } = watch
  const { publishableKey, origin: backendUrl } = link
  const config = publicConfig(installation)
  const dictionary = openDictionary(path.join(web, 'dist/dictionary'))
  const parts: AppParts = {
    config,
    assets: openAssets(path.join(web, 'dist/client')),
    ...(await pages(installation, config, watch)),
    ...ownDocuments(installation, shared),
    health,
    isUnnamed: unnamedTest(settings.trustedProxies),
    appLinks: settings.appLinks,
    textMining: settings.textMining,
    siteState: siteStateRoute({
      ask,
      backendUrl,
      publishableKey,
      read: () => readSiteState(settings),
      diagnose: sharedFindings(() => findingsHere(process.env, link.databaseFacts)),
    }),
    requests,
    watch,
    inviteMember: inviteMember({ ask, backendUrl, publishableKey, secretKey: () => link.secretKey, siteUrl }),
    worker: settings.worker,
    gateway: link.gateway,
    replica: link.replica,
    dictionary,
    log: installation.lines.line,
    front: settings.cdn && cdnFront({ ...settings.cdn, dictionary: dictionary?.name, log: installation.lines.line }),
    mailbox: link.mailbox,
  }
  if (link.processes) parts.tellPurge = await sharePurges(link.processes, purgeOf(parts), installation.lines.line)
  link.onChanged?.(() => {
    purgeOf(parts)('all')
    parts.tellPurge?.('all')
  })
  return parts
}
