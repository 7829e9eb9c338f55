import fs from 'node:fs'
import path from 'node:path'
import { type AppParts, createApp } from './app.ts'
import { appParts, type Installation } from './app-parts.ts'
import { watchBackend } from './backend-away.ts'
import { type BackendLink, openBackendLink } from './backend-link.ts'
import { rendersAtOnce } from './cache-plan.ts'
import { httpsTest } from './client-address.ts'
import { draining } from './drain.ts'
import { healthCheck } from './health.ts'
import { createWebServer } from './http-server.ts'
import type { LogLines } from './log-lines.ts'
import { countSockets, serverCounts } from './metrics-counts.ts'
import { openMetrics } from './metrics-open.ts'
import { notForSearch } from './monitoring-settings.ts'
import { listen, localUrl, tryPort } from './port.ts'
import { realtimeUpgrade } from './realtime-upgrade.ts'
import { causeLine, requestLog } from './request-log.ts'
import type { Settings } from './settings.ts'
import { stopServer } from './stop-server.ts'

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
    kept: parts.kept,
    counts,
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
