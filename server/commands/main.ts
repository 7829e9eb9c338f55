import fs from 'node:fs'
import path from 'node:path'
import { watchBackend } from '../backend/backend-away.ts'
import { type BackendLink, openBackendLink } from '../backend/backend-link.ts'
import { type AppParts, createApp } from '../http/app.ts'
import { appParts, type Installation } from '../http/app-parts.ts'
import { httpsTest } from '../http/client-address.ts'
import { draining } from '../http/drain.ts'
import { healthCheck } from '../http/health.ts'
import { createWebServer } from '../http/http-server.ts'
import { listen, localUrl, tryPort } from '../http/port.ts'
import { realtimeUpgrade } from '../http/realtime-upgrade.ts'
import { causeLine, requestLog } from '../http/request-log.ts'
import { stopServer } from '../http/stop-server.ts'
import type { LogLines } from '../metrics/log-lines.ts'
import { countSockets, serverCounts } from '../metrics/metrics-counts.ts'
import { openMetrics } from '../metrics/metrics-open.ts'
import { rendersAtOnce } from '../pages/cache-plan.ts'
import { notForSearch } from '../settings/monitoring-settings.ts'
import type { Settings } from '../settings/settings.ts'

function readVersion(): string {
  const manifest = fs.readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/**
 * The first page takes ten times as long as any other, and the first question about a table reads the database's schema, for
 * half a second and more: better before the first visitor than with them.
 */
async function warmUp({ cache, queue, renderPage }: AppParts, link: BackendLink): Promise<void> {
  await cache.get('/', () => queue(() => renderPage('/')))
  if (!link.gateway) return
  const question = new Request(`${link.origin}/rest/v1/formats?select=id&limit=1`, {
    headers: { apikey: link.publishableKey },
  })
  await (await link.reach(question)).body?.cancel()
}

async function compose(installation: Installation) {
  const { settings, siteUrl, link, lines, counts } = installation
  const { line: log } = lines
  const { monitoring } = settings
  const drain = draining(healthCheck(link.probe, readVersion()))
  const { health } = drain
  const sources = { counts, health, rendersAtOnce, outboxes: link.outboxes }
  const metrics = await openMetrics(monitoring.metrics, sources, log)
  const requests = requestLog(lines.request, metrics?.answered)
  const parts = await appParts(installation, { watch: watchBackend(link.reach, { log }), requests, health })
  await warmUp(parts, link).catch((error: unknown) => log(`Der Start ließ sich nicht vorbereiten: ${causeLine(error)}`))
  const server = createWebServer({
    fetch: createApp(parts).fetch,
    isHttps: httpsTest(settings.trustedProxies),
    requests,
    houseHeaders: monitoring.closedTest ? notForSearch : [],
    upgrade: realtimeUpgrade(countSockets(link.realtime?.upgrade, counts), siteUrl),
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
