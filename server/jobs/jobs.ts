import type { Backend } from '@hot/embedded'
import { Cron } from 'croner'

/** A function without arguments in schema `private`, and when it runs (cron pattern, Europe/Berlin). */
export type SqlJob = { name: string; schedule: string }

/** The jobs of the product, unless the caller names others. One that the database does not have is passed over. */
const SQL_JOBS: readonly SqlJob[] = [
  { name: 'rescore_all_stars', schedule: '7 * * * *' },
  { name: 'snapshot_star_ranks', schedule: '15 4 * * *' },
  { name: 'refresh_charts', schedule: '22 * * * *' },
  { name: 'refresh_popular', schedule: '*/5 * * * *' },
  { name: 'clear_timed_bans', schedule: '*/10 * * * *' },
  { name: 'apply_retention', schedule: '40 3 * * *' },
  { name: 'expire_analytics', schedule: '30 3 * * *' },
  { name: 'maintain_analytics_months', schedule: '35 3 * * *' },
  { name: 'roll_up_analytics', schedule: '20 3 * * *' },
  { name: 'clear_mails', schedule: '50 3 * * *' },
  { name: 'clear_pushes', schedule: '52 3 * * *' },
]

/** A job of this process, and none of the database. */
export type ProcessJob = SqlJob & { work: () => Promise<unknown> }

export type JobResult = 'done' | 'busy' | 'unknown'

type Database = Pick<Backend, 'query' | 'transaction'>

/** Never a caller's text: names go into SQL as they are. */
const NAME = /^[a-z_][a-z0-9_]*$/

async function schedulesItself({ query }: Database): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(
    `select exists (select from pg_extension where extname = 'pg_cron') as found`,
  )
  return row?.found === true
}

/**
 * Runs `private.NAME()` under an advisory lock, so that of several servers on one database one does it. `unknown`: there
 * is no such function; `busy`: another server is at it.
 */
export async function runJob({ transaction }: Database, name: string): Promise<JobResult> {
  if (!NAME.test(name)) return 'unknown'
  return transaction(async (query): Promise<JobResult> => {
    const [row] = await query<{ known: boolean; free: boolean }>(
      `select to_regprocedure('private.' || $1 || '()') is not null as known, pg_try_advisory_xact_lock(hashtext('hot job'), hashtext($1)) as free`,
      [name],
    )
    if (row?.known !== true) return 'unknown'
    if (row.free !== true) return 'busy'
    await query(`select private.${name}()`)
    return 'done'
  })
}

export type JobOptions = {
  log: (line: string) => void
  /** Jobs of the database; default: the product's. On a database with pg_cron that one runs them itself. */
  sqlJobs?: readonly SqlJob[] | undefined
  /** Run here in any case. */
  processJobs?: readonly ProcessJob[]
  /** Called with the name of each job that this process has done. */
  onDone?: ((name: string) => void) | undefined
}

/** Starts the schedule. Returns what stops it. */
export async function startJobs(
  database: Database,
  { log, sqlJobs = SQL_JOBS, processJobs = [], onDone = () => {} }: JobOptions,
): Promise<() => void> {
  const attempt = async ({ name, work }: ProcessJob) => {
    try {
      const result = await work()
      if (result !== 'busy' && result !== 'unknown') onDone(name)
    } catch (error) {
      log(`Aufgabe ${name} ist gescheitert: ${error instanceof Error ? error.message : 'unbekannter Fehler'}`)
    }
  }
  const ofDatabase = (await schedulesItself(database))
    ? []
    : sqlJobs.map((job): ProcessJob => ({ ...job, work: () => runJob(database, job.name) }))
  const timers = [...ofDatabase, ...processJobs].map(
    (job) => new Cron(job.schedule, { timezone: 'Europe/Berlin', protect: true, unref: true }, () => attempt(job)),
  )
  return () => {
    for (const timer of timers) timer.stop()
  }
}
