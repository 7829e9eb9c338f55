import { setFlagsFromString } from 'node:v8'
import { developmentNote, isDevelopment } from '@hot/domain/installation/build-name'
import { closeSharedObjects } from '@hot/embedded/closed-prototypes'
import { type BackendLink, openBackendLink } from '../backend/backend-link.ts'
import { countHeard } from '../backend/heard.ts'
import { miningHeaders } from '../feeds/robots.ts'
import { type AppParts, createApp } from '../http/app.ts'
import { appParts, type Installation } from '../http/app-parts.ts'
import { realtimeUpgrade } from '../http/backend-routes.ts'
import { createWebServer } from '../http/http-server.ts'
import { removeMailboxAddress, writeMailboxAddress } from '../http/mailbox-route.ts'
import { backupTimes } from '../jobs/last-backup.ts'
import { watchBackend } from '../link/backend-watch.ts'
import { countSockets, openMetrics } from '../metrics/metrics.ts'
import { minuteCounter, watchProcess } from '../metrics/minute-counter.ts'
import { startMinutes } from '../metrics/minutes.ts'
import { waitingMails } from '../metrics/outbox-counts.ts'
import { serverCounts } from '../metrics/server-counts.ts'
import { findingsHere, startLines } from '../operator/doctor.ts'
import { leavesMachine } from '../settings/backup-settings.ts'
import { buildInfo } from '../settings/build-info.ts'
import { asCalled } from '../settings/environment.ts'
import { notForSearch } from '../settings/monitoring-settings.ts'
import { isPublicSite, readSettings, type Settings } from '../settings/settings.ts'
import { httpsTest } from '../wire/client-address.ts'
import { draining, healthCheck, listen, localUrl, stopServer, tryPort } from '../wire/lifecycle.ts'
import { type BoundedLines, boundLines } from '../wire/line-budget.ts'
import { causeLine, type LogLines, logLines, requestLog } from '../wire/request-log.ts'
import { startFailureLines } from './start-failure.ts'

/** The address that the server's own renderings are queued under. */
const OURSELVES = '127.0.0.1'

/**
 * Without the embedded database in this process the heap need not double before it is collected: 70 MB less during a flood
 * of pages, for a tenth of the pages a second.
 */
function limitHeap({ databaseUrl, supabase }: Settings): void {
  if (databaseUrl || supabase) setFlagsFromString('--heap-growing-percent=40')
}

/**
 * Renders the first page, which takes ten times as long as later ones, and makes the REST layer read the database
 * schema, which takes half a second or more, before the first visitor arrives.
 */
async function warmUp({ cache, queue, renderPage }: AppParts, link: BackendLink): Promise<void> {
  await cache.get('/', () => queue(OURSELVES, () => renderPage('/')))
  if (!link.gateway) return
  const request = new Request(`${link.origin}/rest/v1/formats?select=id&limit=1`, {
    headers: { apikey: link.publishableKey },
  })
  await (await link.send(request)).body?.cancel()
}

/** Counts each minute of this process from now on, writes its line and keeps it. */
function countMinutes({ link, lines, counts }: Installation) {
  const counter = minuteCounter(counts, watchProcess(), lines.unlogged)
  const { outboxes, keepMinutes: keep } = link
  const mailsWaiting = outboxes && (async () => waitingMails(await outboxes()))
  return { counter, end: startMinutes({ counter, write: lines.minute, mailsWaiting, keep, log: lines.line }) }
}

/** Kept out of search results: what only testers shall see, and invented people under a public address. */
const isHidden = (settings: Settings): boolean =>
  settings.monitoring.closedTest || (settings.demo === 'on' && isPublicSite(settings))

async function compose(installation: Installation) {
  const { settings, siteUrl, link, lines, counts } = installation
  const { line: log } = lines
  const { monitoring } = settings
  const drain = draining(healthCheck(link.probe, buildInfo()))
  const { health } = drain
  const { away, rehearseDays } = settings.backup
  const backups = settings.supabase
    ? undefined
    : () => backupTimes(settings.dataDir, { leaves: leavesMachine(away), rehearses: rehearseDays > 0 })
  const { outboxes, jobs, pending, load, replica } = link
  const dataDir = settings.supabase ? undefined : settings.dataDir
  const sources = { build: buildInfo(), counts, health, outboxes, jobs, pending, load, replica, dataDir, backups }
  const metrics = await openMetrics(monitoring.metrics, sources, log)
  const minutes = countMinutes(installation)
  const requests = requestLog(lines.request, (answer) => {
    minutes.counter.answered(answer)
    metrics?.answered(answer)
  })
  const parts = await appParts(installation, {
    watch: watchBackend(link.send, { log, probe: link.probe }),
    requests,
    health,
  })
  await warmUp(parts, link).catch((error: unknown) =>
    log(`Der Start ließ sich nicht vorbereiten: ${causeLine(error)}`, 'warn'),
  )
  const server = createWebServer({
    fetch: createApp(parts).fetch,
    addressOf: parts.addressOf,
    isHttps: httpsTest(settings.trustedProxies),
    requests,
    siteHeaders: [...(isHidden(settings) ? notForSearch : []), ...miningHeaders(settings.textMining)],
    upgrade: realtimeUpgrade(countSockets(link.realtime?.upgrade, counts), siteUrl),
    hostname: settings.host,
  })
  return { server, drain: drain.begin, metrics, endMinutes: minutes.end }
}

type RunningServer = {
  url: string
  demoAccounts: BackendLink['demoAccounts']
  databaseFacts: BackendLink['databaseFacts']
  /** URL of the page with the collected mails; absent when mails are sent or may not be shown. */
  mailbox?: string | undefined
  /**
   * Continues serving for `graceSeconds` (or until `endNow` is aborted), so that proxies drain this process, then
   * finishes running requests and closes the database.
   */
  close(graceSeconds?: number, endNow?: AbortSignal): Promise<void>
}

/** Opens the backend, loads the built app and listens. Throws errors that `startFailureLines` formats. */
async function startServer(settings: Settings, lines: BoundedLines): Promise<RunningServer> {
  const port = await tryPort(settings.host, settings.port)
  const siteUrl = settings.siteUrl ?? localUrl(settings.host, port)
  const counts = serverCounts()
  limitHeap(settings)
  const link = await openBackendLink(settings, siteUrl, lines.line, countHeard(counts))
  try {
    const { server, drain, metrics, endMinutes } = await compose({ settings, siteUrl, link, lines, counts })
    await listen(server, settings.host, port)
    // A Supabase project is migrated by `npm run supabase:push`, not by this server. Said once it runs: why a start is refused
    // stands alone.
    if (isDevelopment(buildInfo()) && !settings.supabase) lines.line(developmentNote(buildInfo()), 'warn')
    const url = localUrl(settings.host, port)
    const mailbox = link.mailbox && writeMailboxAddress(settings.dataDir, url, link.mailbox.token)
    if (!mailbox) removeMailboxAddress(settings.dataDir)
    return {
      url,
      mailbox,
      demoAccounts: link.demoAccounts,
      databaseFacts: link.databaseFacts,
      close: async (graceSeconds = 0, endNow) => {
        await drain(server, graceSeconds * 1000, endNow)
        // Open sockets would keep the server from closing; their clients reconnect to the next one.
        await Promise.all([stopServer(server), link.realtime?.close()])
        await endMinutes()
        await link.close()
        await metrics?.close()
      },
    }
  } catch (error) {
    await link.close()
    throw error
  }
}

const print = (line: string) => console.info(line)

function printAddresses({ url, mailbox, demoAccounts }: RunningServer): void {
  print(`HoT läuft: ${url}`)
  if (mailbox) print(`Mails werden nicht verschickt, sondern hier gezeigt: ${mailbox}`)
  if (demoAccounts.length === 0) return
  print('Demo-Konten (zum Lesen braucht es keins):')
  const width = Math.max(...demoAccounts.map(({ email }) => email.length))
  for (const { email, password, role } of demoAccounts) print(`  ${email.padEnd(width)}  ${password}  (${role})`)
  if (mailbox) print('Der Team-Bereich fragt nach einem Code: Er steht im Postfach unter der Adresse oben.')
}

/** Says what the doctor finds without asking the network. It never ends a start. */
async function warn({ databaseFacts }: RunningServer, { line }: LogLines): Promise<void> {
  try {
    for (const text of startLines(await findingsHere(process.env, databaseFacts))) line(text, 'warn')
  } catch (error) {
    line(`Die Einrichtung ließ sich nicht prüfen: ${causeLine(error)}`, 'warn')
  }
}

/**
 * SIGTERM comes from a service manager, possibly behind a proxy: drain first. SIGINT or a second signal comes from a
 * waiting person: stop immediately.
 */
function stopOnSignal(server: RunningServer, drainSeconds: number): void {
  const endNow = new AbortController()
  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping || signal === 'SIGINT') endNow.abort()
    if (isStopping) return
    isStopping = true
    print(`${signal}: HoT wird beendet …`)
    await server.close(drainSeconds, endNow.signal)
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        console.error(`HoT ließ sich nicht sauber beenden: ${causeLine(error)}`)
        process.exit(1)
      })
    })
}

/**
 * Native modules ask Node's diagnostic report which C library there is. The report otherwise looks up the name of every
 * open connection, on the main thread: seconds in which nobody is answered.
 */
function nameNoPeers(): void {
  // Not in Node's types yet (https://nodejs.org/api/process.html#processreportexcludenetwork).
  if (process.report) Reflect.set(process.report, 'excludeNetwork', true)
}

/**
 * Starts the server as configured by the environment and runs it until a signal. A failed start ends the process with
 * code 1.
 */
export async function run(): Promise<void> {
  closeSharedObjects()
  nameNoPeers()
  try {
    const settings = readSettings(process.env, process.stderr.isTTY)
    const log = boundLines(logLines(settings.monitoring.log, (line) => console.error(asCalled(line))))
    const server = await startServer(settings, log)
    stopOnSignal(server, settings.drainSeconds)
    // An unhandled rejection in one request must not end the server.
    process.on('unhandledRejection', (error) => log.line(`Unbehandelter Fehler: ${causeLine(error)}`, 'error'))
    printAddresses(server)
    await warn(server, log)
  } catch (error) {
    for (const line of startFailureLines(error)) console.error(asCalled(line))
    process.exit(1)
  }
}
