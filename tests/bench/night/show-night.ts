/**
 * A show night: 200 members watch one post, 100 votes and 30 comments a second, for BENCH_SECONDS (50). Prints the figures
 * that are to hold, and 1 line for each that does not. `--postgres`: two processes on a PostgreSQL of its own. Ends by itself.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { openPostgres } from '@hot/embedded/database/postgres'
import { readSecrets } from '@hot/embedded/keys/secrets'
import { scriptCall } from '../../../scripts/node-program.js'
import { startPostgres } from '../../../scripts/suites/throwaway-postgres.ts'
import { cpuSeconds, residentMegabytes, threadCpuSeconds } from '../cpu.ts'
import { type BenchServer, benchPort, newDataDir, startBenchServer } from '../server.ts'
import { countsOf, openNight } from './members.ts'
import {
  type GuestsReport,
  type Night,
  percentile,
  type SocketsReport,
  seconds,
  WAIT_STEP_MS,
  type WritersReport,
} from './night.ts'

type PartProcess = { pid: number; begin: () => void; end: () => void; report: Promise<unknown>; kill: () => void }

/** A part that is ready to begin. */
async function openPart(name: string, night: Night): Promise<PartProcess> {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    scriptCall('tests/bench/night/part.ts', [name]),
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  child.stdin.write(`${JSON.stringify(night)}\n`)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.value !== 'ready') throw new Error(`${name} ended`)
  const report = lines.next().then(({ value }) => {
    if (typeof value !== 'string') throw new Error(`${name} ended`)
    return JSON.parse(value) as unknown
  })
  report.catch(() => {}) // whoever waits for it is told
  return {
    pid: child.pid ?? 0,
    begin: () => void child.stdin.write('begin\n'),
    end: () => void child.stdin.write('end\n'),
    report,
    kill: () => void child.kill(),
  }
}

type Site = { servers: BenchServer[]; log: string; secretKey: string; stop: () => Promise<void> }

/** As the parts come, members with networks of their own: the proxy on this machine is believed. */
const environment = (url: string) => ({ TRUSTED_PROXIES: 'loopback', SITE_URL: url, HOT_LOG: 'json' })

async function openSite(onPostgres: boolean): Promise<Site> {
  const port = benchPort()
  const env = environment(`http://127.0.0.1:${port}`)
  const dataDir = newDataDir()
  const log = path.join(dataDir, 'log')
  const postgres = onPostgres ? await startPostgres() : undefined
  const database = postgres && { DATABASE_URL: postgres.url }
  const servers: BenchServer[] = []
  const stop = async () => {
    for (const server of servers.toReversed()) await server.halt()
    postgres?.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    for (const offset of onPostgres ? [0, 1] : [0])
      servers.push(await startBenchServer({ dataDir, port: port + offset, env: { ...env, ...database }, log }))
    return { servers, log, secretKey: await secretOf(dataDir, postgres?.url), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function secretOf(dataDir: string, databaseUrl: string | undefined): Promise<string> {
  if (!databaseUrl) return JSON.parse(fs.readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')).secretKey
  const engine = openPostgres(databaseUrl, () => {})
  try {
    return (await readSecrets(engine)).secretKey
  } finally {
    await engine.close()
  }
}

type Outcome = {
  writers: WritersReport
  sockets: SocketsReport
  guests: GuestsReport
  lines: number
  cores: number
  clients: number
  database: number
  memory: number
}

const linesOf = (file: string) => fs.readFileSync(file, 'utf8').split('\n').length - 1

/** All parts at once, until the rush and what was kept is over. */
async function rush({ servers, log }: Site, night: Night): Promise<Outcome> {
  const [sockets, writers, guests] = await Promise.all(
    ['sockets', 'writers', 'guests'].map((name) => openPart(name, night)),
  )
  if (!sockets || !writers || !guests) throw new Error('a part is missing')
  const parts = [sockets, writers, guests]
  try {
    const all = () => servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
    const threads = () => servers.reduce((sum, { pid }) => sum + threadCpuSeconds(pid, 'database'), 0)
    const ofClients = () => parts.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
    const before = { lines: linesOf(log), cpu: all(), database: threads(), clients: ofClients() }
    for (const part of parts) part.begin()
    let memory = 0
    const watch = setInterval(() => {
      memory = Math.max(memory, ...servers.map(({ pid }) => residentMegabytes(pid)))
    }, 500)
    await pause(seconds * 1_000)
    const [cores, database] = [(all() - before.cpu) / seconds, (threads() - before.database) / seconds]
    const clients = (ofClients() - before.clients) / seconds
    const lines = ((linesOf(log) - before.lines) * 60) / seconds / servers.length
    const [written, visited] = await Promise.all([writers.report, guests.report])
    await pause(5_000) // what is still on its way to readers, and the jobs that fold counters
    sockets.end()
    const seen = await sockets.report
    clearInterval(watch)
    return {
      writers: written as WritersReport,
      guests: visited as GuestsReport,
      sockets: seen as SocketsReport,
      ...{ lines, cores, clients, database, memory },
    }
  } finally {
    for (const part of parts) part.kill()
  }
}

const liveWaits = ({ waits }: SocketsReport): number[] =>
  Object.entries(waits).flatMap(([steps, count]) => Array.from({ length: count }, () => Number(steps) * WAIT_STEP_MS))

const ms = (values: readonly number[]) =>
  values.length === 0 ? '–' : [0.5, 0.95, 1].map((share) => Math.round(percentile(values, share))).join(' / ')

/** Prints a figure and whether it held. */
function held(name: string, figure: string, bar: string, isHeld: boolean): boolean {
  console.info(`${isHeld ? ' ' : '!'} ${name.padEnd(34)} ${figure.padEnd(34)} ${bar}`)
  return isHeld
}

function report({ writers: { votes, comments }, sockets, guests, ...rest }: Outcome, onPostgres: boolean): boolean {
  const inTime = (100 * votes.ms.filter((wait) => wait <= 2_000).length) / votes.sent
  const refused = (written: WritersReport['votes']) => written.refusedMs.length
  const p95 = (values: readonly number[]) => (values.length === 0 ? 0 : percentile(values, 0.95))
  const live = liveWaits(sockets)
  const lost = votes.lost + comments.lost
  for (const [what, { refusals }] of Object.entries({ votes, comments }))
    for (const [why, count] of Object.entries(refusals)) console.info(`  ${what} refused ${count}×: ${why}`)
  const shared = [
    held('comments refused', `${refused(comments)} of ${comments.sent}`, '0', refused(comments) === 0),
    held(
      'comments, ms p50 / p95 / worst',
      ms(comments.ms),
      onPostgres ? 'p95 ≤ 500' : '',
      !onPostgres || p95(comments.ms) <= 500,
    ),
    held(
      'votes refused',
      `${refused(votes)} of ${votes.sent}`,
      onPostgres ? '0' : '',
      !onPostgres || refused(votes) === 0,
    ),
    held(
      'votes, ms p50 / p95 / worst',
      ms(votes.ms),
      onPostgres ? 'p95 ≤ 500' : '',
      !onPostgres || p95(votes.ms) <= 500,
    ),
    held(
      'kept and carried out later; lost',
      `${votes.carriedOutLater + comments.carriedOutLater}; ${lost}`,
      '0 lost',
      lost === 0,
    ),
  ]
  const embedded = onPostgres
    ? [held('live comments, ms', ms(live), 'p95 ≤ 500', p95(live) <= 500)]
    : [
        held('votes taken within 2 s', `${inTime.toFixed(1)} %`, '≥ 95 %', inTime >= 95),
        held('refusals, ms', ms(votes.refusedMs), 'p95 ≤ 200', p95(votes.refusedMs) <= 200),
        held('live comments, ms', ms(live), 'p95 ≤ 2,000', p95(live) <= 2_000),
      ]
  const pages = [
    held('cached pages of guests, ms', ms(guests.cachedMs), 'p95 ≤ 50', p95(guests.cachedMs) <= 50),
    held('the page of the post, ms', ms(guests.postMs), '', true),
    held('pages that failed', `${guests.failed}`, '0', guests.failed === 0),
    held('lines of the log a minute', rest.lines.toFixed(0), '≤ 60', rest.lines <= 60),
  ]
  const expected = (comments.ms.length + comments.carriedOutLater) * sockets.open
  console.info(
    `  ${live.length} of ${expected} live comments in ${sockets.messages} messages, ${sockets.snapshots} told to look again, ${sockets.closed} sockets closed`,
  )
  console.info(
    `  ${rest.cores.toFixed(2)} cores, ${rest.database.toFixed(2)} of them the database's thread, ${rest.clients.toFixed(2)} the clients; ${rest.memory} MB`,
  )
  return [...shared, ...embedded, ...pages].every(Boolean)
}

/** Counters are read one by one, while the last writes may still be folded in. */
async function settledCounts(night: Night, secretKey: string): ReturnType<typeof countsOf> {
  for (let times = 0; times < 10; times += 1) {
    const counts = await countsOf(night, secretKey)
    if (counts.every(([, counter, rows]) => counter === rows)) return counts
    await pause(1_000)
  }
  return countsOf(night, secretKey)
}

/** `npm run bench -- show-night [--postgres]`. */
export async function benchShowNight(): Promise<void> {
  const onPostgres = process.argv.includes('--postgres')
  const load = () => os.loadavg()[0]?.toFixed(1)
  const site = await openSite(onPostgres)
  try {
    const { publishableKey } = (await (await fetch(`${site.servers[0]?.url}/config.json`)).json()) as {
      publishableKey: string
    }
    const night = await openNight({
      urls: site.servers.map(({ url }) => url),
      key: publishableKey,
      secretKey: site.secretKey,
    })
    console.info(
      `${onPostgres ? 'PostgreSQL, 2 processes' : 'embedded, 1 process'}; ${os.cpus().length} cores, load ${load()} before`,
    )
    const outcome = await rush(site, night)
    let allHeld = report(outcome, onPostgres)
    for (const [what, counter, rows] of await settledCounts(night, site.secretKey))
      allHeld = held(`${what}: counter = rows`, `${counter} = ${rows}`, 'equal', counter === rows) && allHeld
    console.info(`${allHeld ? 'all bars held' : 'bars missed'}; load ${load()} after`)
    if (process.env.BENCH_KEEP_LOG) fs.copyFileSync(site.log, process.env.BENCH_KEEP_LOG)
  } finally {
    await site.stop()
  }
}
