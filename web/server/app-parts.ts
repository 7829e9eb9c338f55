import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AppParts, PublicConfig } from './app.ts'
import { openAssets } from './assets.ts'
import type { BackendWatch } from './backend-away.ts'
import type { BackendLink } from './backend-link.ts'
import { pageCacheBytes, rendersAtOnce, rendersWaiting } from './cache-plan.ts'
import { calendarFeeds } from './calendar-feed.ts'
import { documentCache } from './document-cache.ts'
import { houseRoute, readHouseState } from './house-state.ts'
import { inviteMember } from './invite-member.ts'
import { keptPages } from './kept-pages.ts'
import type { LogLines } from './log-lines.ts'
import { countCache, countQueue, type ServerCounts } from './metrics-counts.ts'
import { originOf } from './monitoring-settings.ts'
import { openPictures } from './og-pictures.ts'
import { pictureRoute } from './og-route.ts'
import { pageRenderer, type ServerEntry } from './page-render.ts'
import { publicConfig } from './public-config.ts'
import { publicRpc } from './public-rpc.ts'
import { renderQueue } from './render-queue.ts'
import { causeLine, type RequestLog } from './request-log.ts'
import type { Settings } from './settings.ts'
import { openSitemap } from './sitemap.ts'
import { trashtalkFeed } from './trashtalk-feed.ts'

const web = path.resolve(import.meta.dirname, '..')

/** The app reads this slot when it is imported and when it asks for data; it is the only thing the two share. */
async function importApp(config: PublicConfig, fetch: (request: Request) => Promise<Response>): Promise<ServerEntry> {
  Reflect.set(globalThis, Symbol.for('hot.server'), { fetch, config })
  const entry = pathToFileURL(path.join(web, 'dist/server/server.js')).href
  return ((await import(entry)) as { default: ServerEntry }).default
}

/** What a server is made of: the installation, its backend, its voice and its figures. */
export type Installation = {
  settings: Settings
  siteUrl: string
  link: BackendLink
  lines: LogLines
  counts: ServerCounts
}

/** What the routes share. */
type Shared = { watch: BackendWatch; requests: RequestLog; health: AppParts['health'] }

/** Pages of the app: imported, rendered in turn, kept. */
async function pages({ lines, counts, siteUrl }: Installation, config: PublicConfig, watch: BackendWatch) {
  const onStaleFailure = (error: unknown) => lines.line(`Eine Seite ließ sich nicht auffrischen: ${causeLine(error)}`)
  const cache = countCache(documentCache({ maxBytes: pageCacheBytes, onStaleFailure }), counts)
  return {
    renderPage: pageRenderer({
      entry: await importApp(config, watch.askForApp),
      watch,
      siteUrl,
      backendOrigin: config.supabaseUrl || undefined,
      reportsOrigin: originOf(config.reports),
    }),
    cache,
    kept: keptPages(cache),
    queue: countQueue(renderQueue(rendersAtOnce, rendersWaiting), counts),
  }
}

/** What this server makes itself from what every guest may read. */
function ownDocuments({ settings, siteUrl, link, lines }: Installation, { watch, requests }: Shared) {
  const { ask } = watch
  const rpc = publicRpc({ ask, backendUrl: link.origin, publishableKey: link.publishableKey })
  return {
    calendar: calendarFeeds(rpc, siteUrl),
    trashtalk: trashtalkFeed(rpc, siteUrl),
    sitemap: openSitemap(rpc, siteUrl),
    pictures: pictureRoute({
      draw: openPictures({ rpc, ask, backendUrl: link.origin }),
      requests,
      log: lines.line,
      trustedProxies: settings.trustedProxies,
    }),
  }
}

/** Everything the routes need, the built app among it. */
export async function appParts(installation: Installation, shared: Shared): Promise<AppParts> {
  const { settings, siteUrl, link } = installation
  const { watch, requests, health } = shared
  const { ask } = watch
  const { publishableKey, secretKey, origin: backendUrl } = link
  const config = publicConfig(installation)
  return {
    config,
    assets: openAssets(path.join(web, 'dist/client')),
    ...(await pages(installation, config, watch)),
    ...ownDocuments(installation, shared),
    health,
    appLinks: settings.appLinks,
    house: houseRoute({ ask, backendUrl, publishableKey, read: () => readHouseState(settings) }),
    requests,
    watch,
    inviteMember: inviteMember({ ask, backendUrl, publishableKey, secretKey, siteUrl }),
    worker: settings.worker,
    gateway: link.gateway,
    mailbox: link.mailbox,
  }
}
