import fs from 'node:fs/promises'
import type { BuildInfo } from '@hot/domain/installation/build-name'
import type { Replica } from '@hot/embedded/replica'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { BackupTimes } from '../jobs/last-backup.ts'
import type { Health } from '../wire/lifecycle.ts'
import type { Answered } from '../wire/request-log.ts'
import { addJobs, addPendingRows, type JobRun, type PendingRows } from './job-metrics.ts'
import { addOutboxes, type Outboxes } from './outbox-counts.ts'
import { kindOf, requestKinds, statusKind } from './request-kinds.ts'
import type { ServerCounts } from './server-counts.ts'

export type MetricSources = {
  /** Which program this is. */
  build: BuildInfo
  counts: ServerCounts
  health: () => Promise<Health>
  /** Counts of mails and pushes; absent when this server does not store them. Rejects without the database. */
  outboxes?: (() => Promise<Outboxes>) | undefined
  /** The last runs of jobs. Rejects without the database. */
  jobs?: (() => Promise<readonly JobRun[]>) | undefined
  /** What waits for the jobs that run every second. Rejects without the database. */
  pending?: (() => Promise<PendingRows>) | undefined
  load?: (() => DatabaseLoad) | undefined
  /** The replica that answers guests; absent without one. */
  replica?: Pick<Replica, 'lag' | 'isFresh'> | undefined
  /** On whose disk the data lies. */
  dataDir?: string | undefined
  /** Absent where backups are made elsewhere. */
  backups?: (() => Promise<BackupTimes>) | undefined
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const methodKind = (method: string): string => (methods.has(method) ? method : 'other')

/** In seconds, from a cached page to a timeout. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

function addCounters(register: Registry, { cache, limits }: ServerCounts): void {
  new Counter({
    name: 'hot_page_cache_total',
    help: 'What the page cache said: hit, stale or miss.',
    labelNames: ['answer'],
    registers: [register],
    collect() {
      this.reset()
      const names: Readonly<Record<string, string>> = { hit: 'hit', 'hit; detail=stale': 'stale', 'fwd=miss': 'miss' }
      for (const [how, count] of cache) this.inc({ answer: names[how] ?? 'other' }, count)
    },
  })
  new Counter({
    name: 'hot_sign_in_refused_total',
    help: 'Refusals by the limits of sign-in and its mails.',
    labelNames: ['limit'],
    registers: [register],
    collect() {
      this.reset()
      for (const [limit, count] of limits) this.inc({ limit }, count)
    },
  })
}

/** The value says nothing: a query joins other metrics with the labels, to see what a deploy changed. */
function addBuild(register: Registry, { version, commit }: BuildInfo): void {
  const labels = { version, commit, node: process.versions.node }
  new Gauge({
    name: 'hot_build_info',
    help: 'Which program runs: its version, commit and Node. Always 1.',
    labelNames: ['version', 'commit', 'node'],
    registers: [register],
  }).set(labels, 1)
}

const inSeconds = (ms: number) => Math.round(ms) / 1000

function addGauges(register: Registry, { counts, health, backups }: MetricSources): void {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        this.set(await read())
      },
    })
  gauge('hot_renders_running', 'Pages being made.', () => counts.rendersRunning)
  gauge('hot_renders_waiting', 'Pages that wait to be made.', () => counts.rendersWaiting)
  gauge('hot_sockets', 'Open sockets for live updates.', () => counts.sockets)
  gauge('hot_database_up', '1 while the database answers.', async () => ((await health()).database === 'ok' ? 1 : 0))
  if (!backups) return
  gauge('hot_backup_last_success_seconds', 'When the last backup ended, seconds since 1970; 0: never.', async () =>
    inSeconds((await backups()).last ?? 0),
  )
  // What an alert asks for: a new installation is as old as its first backup is late.
  gauge(
    'hot_backup_since_seconds',
    'Since when there is no newer backup, seconds since 1970: the last one, or the beginning of the installation.',
    async () => inSeconds((await backups()).since),
  )
  // Where none is meant to be there is no sample.
  gauge(
    'hot_backup_copy_since_seconds',
    'Since when there is no newer copy of a backup off this machine, seconds since 1970.',
    async () => inSeconds((await backups()).copySince ?? Number.NaN),
  )
  gauge(
    'hot_restore_rehearsal_since_seconds',
    'Since when no rehearsal of a restore went well, seconds since 1970: the last good one, or the beginning.',
    async () => inSeconds((await backups()).rehearsal?.since ?? Number.NaN),
  )
  gauge('hot_restore_rehearsal_failing', '1 while the last rehearsal of a restore has failed.', async () => {
    const { rehearsal } = await backups()
    return rehearsal ? Number(rehearsal.isFailing) : Number.NaN
  })
}

/** All metrics; `text()` returns them in Prometheus's text format. Labels come from fixed lists only. */
export function openRegistry(sources: MetricSources) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  addBuild(register, sources.build)
  addCounters(register, sources.counts)
  addGauges(register, sources)
  if (sources.outboxes) addOutboxes(register, sources.outboxes)
  if (sources.jobs) addJobs(register, sources.jobs)
  if (sources.pending) addPendingRows(register, sources.pending)
  // Read before a scrape begins: its own questions to the database wait for a session, too.
  let load = sources.load?.()
  if (load) addDatabase(register, () => load, sources.counts.times)
  if (sources.replica) addReplica(register, sources.replica)
  if (sources.dataDir) addDisk(register, sources.dataDir)
  const seconds = new Histogram({
    name: 'hot_request_seconds',
    help: 'Answers on the whole way, from the end of the request to the end of the answer.',
    labelNames: ['route', 'method', 'status'],
    buckets,
    registers: [register],
  })
  const refused = new Counter({
    name: 'hot_too_many_requests_total',
    help: 'Answers with 429, by kind of address.',
    labelNames: ['route'],
    registers: [register],
  })
  // A rate over a series that begins with its first refusal would miss that one.
  for (const route of requestKinds) refused.inc({ route }, 0)
  return {
    type: register.contentType,
    text: () => {
      load = sources.load?.()
      return register.metrics()
    },
    answered: ({ path, method, status, ms }: Answered) => {
      const route = kindOf(path)
      if (status === 429) refused.inc({ route })
      seconds.observe({ route, method: methodKind(method), status: statusKind(status) }, Math.max(ms, 0) / 1000)
    },
  }
}

export type MetricsRegistry = ReturnType<typeof openRegistry>

/** Sessions of the database: one where it is embedded, a pool on a server. */
type DatabaseLoad = { inUse: number; sessions: number; waiting: number }

/** In seconds: a row by its key takes less than a millisecond, and no statement of a guest more than three seconds. */
const statementBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3, 8, 30]
/** In seconds: changes are gathered for 15 ms before they are read. */
const lagBuckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Adds what this process knows of its database: its sessions, the times of statements, and how late live updates are. */
function addDatabase(register: Registry, load: () => DatabaseLoad | undefined, times: ServerCounts['times']): void {
  const gauge = (name: string, help: string, read: (now: DatabaseLoad) => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        const now = load()
        if (now) this.set(read(now))
      },
    })
  gauge('hot_database_sessions', 'Sessions that this process may open.', ({ sessions }) => sessions)
  gauge('hot_database_sessions_in_use', 'Sessions in use.', ({ inUse }) => inUse)
  gauge('hot_database_sessions_waiting', 'Requests and jobs that wait for a session.', ({ waiting }) => waiting)
  const statements = new Histogram({
    name: 'hot_database_statement_seconds',
    help: 'Statements, from sending to the answer.',
    buckets: statementBuckets,
    registers: [register],
  })
  const lag = new Histogram({
    name: 'hot_realtime_lag_seconds',
    help: 'From the notification of a commit until its rows were read and sent to all sockets; the oldest change of a round.',
    buckets: lagBuckets,
    registers: [register],
  })
  const waits = new Histogram({
    name: 'hot_database_session_wait_seconds',
    help: 'How long requests and jobs waited for a session of the database.',
    buckets: statementBuckets,
    registers: [register],
  })
  times.statement.listen((ms) => statements.observe(ms / 1000))
  times.session.listen((ms) => waits.observe(ms / 1000))
  times.delivered.listen((ms) => lag.observe(Math.max(ms, 0) / 1000))
}

/** Adds how far the replica that answers guests is behind; NaN while nobody knows. */
function addReplica(register: Registry, { lag, isFresh }: Pick<Replica, 'lag' | 'isFresh'>): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  gauge('hot_replica_lag_seconds', 'How far the replica is behind.', () => (lag() ?? Number.NaN) / 1000)
  gauge('hot_replica_fresh', '1 while the replica answers guests.', () => (isFresh() ? 1 : 0))
}

/** Adds the free and whole space of the disk with the data directory; NaN where it cannot be read. */
function addDisk(register: Registry, dataDir: string): void {
  const gauge = (name: string, help: string, field: 'bavail' | 'blocks') =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const { bsize, ...blocks } = await fs.statfs(dataDir).catch(() => ({ bsize: Number.NaN, bavail: 0, blocks: 0 }))
        this.set(blocks[field] * bsize)
      },
    })
  gauge('hot_disk_free_bytes', 'Free space on the disk of the data directory.', 'bavail')
  gauge('hot_disk_bytes', 'Size of the disk of the data directory.', 'blocks')
}
