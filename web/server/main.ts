import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AppParts, createApp, type PublicConfig } from './app.ts'
import { openAssets } from './assets.ts'
import { watchBackend } from './backend-away.ts'
import { type BackendLink, openBackendLink } from './backend-link.ts'
import { pageCacheBytes, rendersAtOnce, rendersWaiting } from './cache-plan.ts'
import { calendarFeeds } from './calendar-feed.ts'
import { httpsTest } from './client-address.ts'
import { documentCache } from './document-cache.ts'
import { draining } from './drain.ts'
import { healthCheck } from './health.ts'
import { houseRoute, readHouseState } from './house-state.ts'
import { createWebServer } from './http-server.ts'
import { inviteMember } from './invite-member.ts'
import { keptPages } from './kept-pages.ts'
import type { LogLines } from './log-lines.ts'
import { countCache, countQueue, countSockets, type ServerCounts, serverCounts } from './metrics-counts.ts'
import { openMetrics } from './metrics-open.ts'
import { notForSearch, originOf } from './monitoring-settings.ts'
import { openPictures } from './og-pictures.ts'
import { pictureRoute } from './og-route.ts'
import { pageRenderer, type ServerEntry } from './page-render.ts'
import { listen, localUrl, tryPort } from './port.ts'
import { publicRpc } from './public-rpc.ts'
import { realtimeUpgrade } from './realtime-upgrade.ts'
import { renderQueue } from './render-queue.ts'
import { causeLine, requestLog } from './request-log.ts'
import type { Settings } from './settings.ts'
import { openSitemap } from './sitemap.ts'
import { stopServer } from './stop-server.ts'
import { trashtalkFeed } from './trashtalk-feed.ts'

const web = path.resolve(import.meta.dirname, '..')

/** The app reads this slot when it is imported and when it asks for data; it is the only thing the two share. */
async function importApp(config: PublicConfig, fetch: (request: Request) => Promise<Response>): Promise<ServerEntry> {
  Reflect.set(globalThis, Symbol.for('hot.server'), { fetch, config })
  const entry = pathToFileURL(path.join(web, 'dist/server/server.js')).href
  return ((await import(entry)) as { default: ServerEntry }).default
}

function readVersion(): string {
  const manifest = fs.readFileSync(path.join(web, '../package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** The first page takes ten times as long as any other: better before the first visitor than with them. */
const warmUp = ({ cache, queue, renderPage }: AppParts) => cache.get('/', () => queue(() => renderPage('/')))

type Composed = { settings: Settings; siteUrl: string; link: BackendLink; lines: LogLines; counts: ServerCounts }

async function compose({ settings, siteUrl, link, lines, counts }: Composed) {
  const { line: log } = lines
  const { monitoring } = settings
  const { publishableKey, origin } = link
  const supabaseUrl = settings.supabase?.url ?? ''
  const config: PublicConfig = {
    supabaseUrl,
    publishableKey,
    siteUrl,
    site: settings.site,
    webPushKey: settings.push.vapid?.publicKey,
    reports: monitoring.reports,
  }
  const watch = watchBackend(link.reach, { log })
  const rpc = publicRpc({ ask: watch.ask, backendUrl: origin, publishableKey })
  const entry = await importApp(config, watch.askForApp)
  const drain = draining(healthCheck(link.probe, readVersion()))
  const metrics = await openMetrics(
    monitoring.metrics,
    { counts, health: drain.health, rendersAtOnce, outboxes: link.outboxes },
    log,
  )
  const requests = requestLog(lines.request, metrics?.answered)
  const onStaleFailure = (error: unknown) => log(`Eine Seite ließ sich nicht auffrischen: ${causeLine(error)}`)
  const cache = countCache(documentCache({ maxBytes: pageCacheBytes, onStaleFailure }), counts)
  const parts: AppParts = {
    config,
    assets: openAssets(path.join(web, 'dist/client')),
    renderPage: pageRenderer({
      entry,
      watch,
      siteUrl,
      backendOrigin: supabaseUrl || undefined,
      reportsOrigin: originOf(monitoring.reports),
    }),
    calendar: calendarFeeds(rpc, siteUrl),
    trashtalk: trashtalkFeed(rpc, siteUrl),
    sitemap: openSitemap(rpc, siteUrl),
    pictures: pictureRoute({
      draw: openPictures({ rpc, ask: watch.ask, backendUrl: origin }),
      requests,
      log,
      trustedProxies: settings.trustedProxies,
    }),
    health: drain.health,
    appLinks: settings.appLinks,
    house: houseRoute({ ask: watch.ask, backendUrl: origin, publishableKey, read: () => readHouseState(settings) }),
    cache,
    kept: keptPages(cache),
    queue: countQueue(renderQueue(rendersAtOnce, rendersWaiting), counts),
    requests,
    watch,
    inviteMember: inviteMember({
      ask: watch.ask,
      backendUrl: origin,
      publishableKey,
      secretKey: link.secretKey,
      siteUrl,
    }),
    worker: settings.worker,
    gateway: link.gateway,
    mailbox: link.mailbox,
  }
  await warmUp(parts).catch((error: unknown) => log(`Die Startseite ließ sich nicht vorbereiten: ${causeLine(error)}`))
  const app = createApp(parts)
  const isHttps = httpsTest(settings.trustedProxies)
  const upgrade = realtimeUpgrade(countSockets(link.realtime?.upgrade, counts), siteUrl)
  const { kept } = parts
  const server = createWebServer({
    fetch: app.fetch,
    isHttps,
    requests,
    kept,
    counts,
    houseHeaders: monitoring.closedTest ? notForSearch : [],
    upgrade,
    hostname: settings.host,
  })
  return { server, drain: drain.begin, metrics }
}

export type RunningServer = {
  url: string
  demoAccounts: BackendLink['demoAccounts']
  /**
   * Has proxies take this process out while it serves on for `graceSeconds` (or until `enough`), then answers what has
   * begun, closes the database, and is done.
   */
  close(graceSeconds?: number, enough?: AbortSignal): Promise<void>
}

/** Opens the backend, loads the built app and listens. Throws what `startFailureLines` explains. */
export async function startServer(settings: Settings, lines: LogLines): Promise<RunningServer> {
  const port = await tryPort(settings.host, settings.port)
  const siteUrl = settings.siteUrl ?? localUrl(settings.host, port)
  const counts = serverCounts()
  const link = await openBackendLink(settings, siteUrl, lines.line, (job) => counts.jobs.set(job, Date.now()))
  try {
    const { server, drain, metrics } = await compose({ settings, siteUrl, link, lines, counts })
    await listen(server, settings.host, port)
    return {
      url: localUrl(settings.host, port),
      demoAccounts: link.demoAccounts,
      close: async (graceSeconds = 0, enough) => {
        await drain(server, graceSeconds * 1000, enough)
        // Sockets would keep the server open; their clients come back to whatever is here then.
        await Promise.all([stopServer(server), link.realtime?.close()])
        await link.close()
        await metrics?.close()
      },
    }
  } catch (error) {
    await link.close()
    throw error
  }
}
