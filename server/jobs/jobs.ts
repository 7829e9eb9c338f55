import type { Backend } from '@hot/embedded'
import { Cron } from 'croner'
import { sqlJobs as productJobs, type SqlJob } from './sql-jobs.ts'

/** A job that runs in this process, not in the database. */
export type ProcessJob = SqlJob & { work: () => Promise<unknown> }

export type JobResult = 'done' | 'busy' | 'unknown'

type Database = Pick<Backend, 'query' | 'transaction'>

/** Names become part of an SQL statement and must never be user input. */
const NAME = /^[a-z_][a-z0-9_]*$/

/** Whether the database runs its jobs itself, by pg_cron. */
async function hasPgCron({ query }: Database): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(
    `select exists (select from pg_extension where extname = 'pg_cron') as found`,
  )
  return row?.found === true
}

/**
 * Runs `private.NAME()` under an advisory lock, so that only one of several servers on one database runs it. `unknown`:
 * no such function; `busy`: another server is running it.
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
  /** Jobs in the database; default: HoT's. They are not scheduled here when the database has pg_cron. */
  sqlJobs?: readonly SqlJob[] | undefined
  /** Jobs of this process, which are always scheduled here. */
  processJobs?: readonly ProcessJob[]
  /** Called with the name of each job that this process has completed. */
  onDone?: ((name: string) => void) | undefined
}

/** Starts the schedule; failures are logged. Returns a function that stops it. */
export async function startJobs(
  database: Database,
  { log, sqlJobs = productJobs, processJobs = [], onDone = () => {} }: JobOptions,
): Promise<() => void> {
  const attempt = async ({ name, work }: ProcessJob) => {
    try {
      const result = await work()
      if (result !== 'busy' && result !== 'unknown') onDone(name)
    } catch (error) {
      log(`Aufgabe ${name} ist gescheitert: ${error instanceof Error ? error.message : 'unbekannter Fehler'}`)
    }
  }
  const ofDatabase = (await hasPgCron(database))
    ? []
    : sqlJobs.map((job): ProcessJob => ({ ...job, work: () => runJob(database, job.name) }))
  const timers = [...ofDatabase, ...processJobs].map(
    (job) => new Cron(job.schedule, { timezone: 'Europe/Berlin', protect: true, unref: true }, () => attempt(job)),
  )
  return () => {
    for (const timer of timers) timer.stop()
  }
}
