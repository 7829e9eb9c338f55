import { Cron } from 'croner'
import { Gauge, type Registry } from 'prom-client'
import { notedJobs } from '../jobs/sql-jobs.ts'

/** Seconds since 1970; 0: never. */
export type JobRun = { name: string; succeededAt: number; failedAt: number; seconds: number }

const RUNS_SQL = `select name, coalesce(extract(epoch from last_succeeded_at), 0)::float8 as "succeededAt",
  coalesce(extract(epoch from last_failed_at), 0)::float8 as "failedAt", coalesce(last_duration_ms, 0) / 1000::float8 as seconds
  from private.jobs`

/** How each job last ran, whichever server or pg_cron ran it; one that never did is there too. */
export async function readJobRuns(query: (sql: string) => Promise<JobRun[]>): Promise<readonly JobRun[]> {
  const rows = await query(RUNS_SQL)
  const never = { succeededAt: 0, failedAt: 0, seconds: 0 }
  return notedJobs.map(({ name }) => rows.find((row) => row.name === name) ?? { name, ...never })
}

/** What jobs that run every second have before them: gone within seconds, unless such a job stands still. */
export type PendingRows = Readonly<Record<'notifications' | 'counts' | 'karma', number>>

/** At most 10,000 of a kind are counted: enough for an alarm, and a scrape stays short when they pile up. */
const PENDING_SQL = `select
  (select count(*) from (select from private.notification_events limit 10000) n)::int as notifications,
  (select count(*) from (select from private.pending_counts limit 10000) c)::int as counts,
  (select count(*) from (select from private.pending_karma limit 10000) k)::int as karma`

/** Counts what waits for the jobs whose runs are not noted, because every server runs them all the time. */
export async function readPendingRows(query: (sql: string) => Promise<PendingRows[]>): Promise<PendingRows> {
  const [row = { notifications: Number.NaN, counts: Number.NaN, karma: Number.NaN }] = await query(PENDING_SQL)
  return row
}

/** Adds their gauge; absent without the database. */
export function addPendingRows(register: Registry, read: () => Promise<PendingRows>): void {
  new Gauge({
    name: 'hot_pending_rows',
    help: 'Notifications, counters and karma not yet worked off by the jobs that run every second; 10,000: or more.',
    labelNames: ['name'],
    registers: [register],
    async collect() {
      this.reset()
      for (const [name, count] of Object.entries(await read().catch(() => ({})))) this.set({ name }, count)
    },
  })
}

/** The seconds between two runs of a schedule. */
function intervalOf(schedule: string): number {
  const timer = new Cron(schedule, { timezone: 'Europe/Berlin', paused: true })
  const [first, second] = timer.nextRuns(2)
  timer.stop()
  return first && second ? (second.getTime() - first.getTime()) / 1000 : Number.NaN
}

/**
 * Adds gauges of the jobs by `name` (`job` is Prometheus's own label, for what it scrapes), out of the database: all servers report the same, whoever ran a job and whatever was restarted
 * meanwhile. Without the database they are absent, as is then everything else that a rule could ask for.
 */
export function addJobs(register: Registry, read: () => Promise<readonly JobRun[]>): void {
  let asked: Promise<readonly JobRun[]> | undefined
  const now = () => {
    asked ??= read()
      .catch(() => [])
      .finally(() => {
        asked = undefined
      })
    return asked
  }
  const gauge = (name: string, help: string, value: (run: JobRun) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['name'],
      registers: [register],
      async collect() {
        this.reset()
        for (const run of await now()) this.set({ name: run.name }, value(run))
      },
    })
  gauge(
    'hot_job_last_success_seconds',
    'When each job of the installation last ended well, seconds since 1970; 0: never.',
    ({ succeededAt }) => succeededAt,
  )
  gauge('hot_job_failing', '1 while the last run of a job has failed.', ({ failedAt, succeededAt }) =>
    failedAt > succeededAt ? 1 : 0,
  )
  gauge('hot_job_last_duration_seconds', 'How long the last run of a job took.', ({ seconds }) => seconds)
  new Gauge({
    name: 'hot_job_interval_seconds',
    help: 'How long each job waits from one run to the next.',
    labelNames: ['name'],
    registers: [register],
    collect() {
      for (const { name, schedule } of notedJobs) this.set({ name }, intervalOf(schedule))
    },
  })
}
