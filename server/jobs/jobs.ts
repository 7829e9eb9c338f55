import type { Backend } from '@hot/embedded'
import { DatabaseBusy, reasonOf } from '@hot/embedded/database/engine'
import type { Log } from '@hot/embedded/log'
import { Cron } from 'croner'
import { sqlJobs as productJobs, type SqlJob } from './sql-jobs.ts'

/**
 * A job that runs in this process, not in the database. `once`: of several processes on one database one runs it each time;
 * otherwise each does.
 */
export type ProcessJob = SqlJob & { work: () => Promise<unknown>; once?: boolean }

export type JobResult = 'done' | 'busy' | 'unknown'

type Database = Pick<Backend, 'query' | 'transaction'>

/** Names become part of an SQL statement and must never be user input. */
const NAME = /^[a-z_][a-z0-9_]*$/

const TIME_ZONE = 'Europe/Berlin'

/** Whether the database runs its jobs itself, by pg_cron. */
async function hasPgCron({ query }: Database): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(
    `select exists (select from pg_extension where extname = 'pg_cron') as found`,
  )
  return row?.found === true
}

/**
 * Runs `private.NAME()`, unless it is `shared` under an advisory lock, so that a run which takes longer than its schedule
 * is not joined by the next. `unknown`: no such function; `busy`: it is running. `changed` is called with a number of
 * changes above 0, once they are committed.
 */
export async function runJob(
  { transaction }: Database,
  name: string,
  shared = false,
  changed?: () => void,
): Promise<JobResult> {
  if (!NAME.test(name)) return 'unknown'
  let changes: unknown
  const result = await transaction(async (query): Promise<JobResult> => {
    const [row] = await query<{ known: boolean; free: boolean }>(
      `select to_regprocedure('private.' || $1 || '()') is not null as known,
         $2::boolean or pg_try_advisory_xact_lock(hashtext('hot job'), hashtext($1)) as free`,
      [name, shared],
    )
    if (row?.known !== true) return 'unknown'
    if (row.free !== true) return 'busy'
    const [answer] = await query<{ answer: unknown }>(`select private.${name}() as answer`)
    changes = answer?.answer
    return 'done'
  })
  if (Number(changes) > 0) changed?.()
  return result
}

/** In ms. A timer may wake a little before its time. */
const EARLY = 500

/** The moment of the schedule that a job woken at `now` runs for: the same in each process, whatever its timer's delay. */
function slotOf(schedule: string, now: number): Date {
  const timer = new Cron(schedule, { timezone: TIME_ZONE, paused: true })
  const [slot = new Date(now)] = timer.previousRuns(1, new Date(now + EARLY))
  timer.stop()
  return slot
}

async function claimed({ query }: Database, { name, schedule }: SqlJob): Promise<boolean> {
  const [row] = await query<{ mine: boolean }>('select private.claim_job($1, $2) as mine', [
    name,
    slotOf(schedule, Date.now()).toISOString(),
  ])
  return row?.mine === true
}

const messageOf = (error: unknown): string => (error instanceof Error ? reasonOf(error) : 'unbekannter Fehler')

/** Runs a job that one process of the installation runs each time, and notes in `private.jobs` how it ended. */
async function runOnce(database: Database, job: ProcessJob): Promise<unknown> {
  if (!(await claimed(database, job))) return 'busy'
  const began = performance.now()
  const note = (problem: string | null) =>
    database.query('select private.note_job($1, $2, $3)', [job.name, Math.round(performance.now() - began), problem])
  let result: unknown
  try {
    result = await job.work()
  } catch (error) {
    await note(messageOf(error))
    throw error
  }
  if (result !== 'busy' && result !== 'unknown') await note(null)
  return result
}

/** How long a job that rests does so: so many times as long as its run took, at most as long as pg_cron lets it wait. */
const REST = 20
const LONGEST_REST_MS = 4_000

/** The same job, which does nothing while it rests. */
function resting(job: ProcessJob): ProcessJob {
  let until = 0
  const work = async () => {
    const began = performance.now()
    if (began < until) return 'busy'
    try {
      return await job.work()
    } finally {
      const ended = performance.now()
      until = ended + Math.min(LONGEST_REST_MS, REST * (ended - began))
    }
  }
  return { ...job, work }
}

export type JobOptions = {
  log: Log
  /** Jobs in the database; default: HoT's. They are not scheduled here when the database has pg_cron. */
  sqlJobs?: readonly SqlJob[] | undefined
  /** Jobs of this process, which are always scheduled here. */
  processJobs?: readonly ProcessJob[]
  /** Called when a job has ended; for those that run every few seconds only when they failed. */
  ended?: ((succeeded: boolean) => void) | undefined
  /** Called when a job that `purges` has changed something. */
  changed?: (() => void) | undefined
}

/** Starts the schedule; failures are logged. Returns a function that stops it. */
export async function startJobs(
  database: Database,
  { log, sqlJobs = productJobs, processJobs = [], ended, changed }: JobOptions,
): Promise<() => void> {
  const lastProblem = new Map<string, string>()
  let isStopped = false
  const attempt = async (job: ProcessJob) => {
    try {
      const result = await (job.once ? runOnce(database, job) : job.work())
      if (job.once && result !== 'busy' && result !== 'unknown') ended?.(true)
      lastProblem.delete(job.name)
    } catch (error) {
      // The database closes below jobs that still run; the next start runs them again.
      if (isStopped) return
      const problem = messageOf(error)
      ended?.(false)
      // What runs every second would fill the log while the database is away.
      if (!job.shared || lastProblem.get(job.name) !== problem)
        log(`Aufgabe ${job.name} ist gescheitert: ${problem}`, error instanceof DatabaseBusy ? 'warn' : 'error')
      lastProblem.set(job.name, problem)
    }
  }
  const ofDatabase = (await hasPgCron(database))
    ? []
    : sqlJobs.map(
        (job): ProcessJob => ({
          ...job,
          work: () => runJob(database, job.name, job.shared, job.purges && changed),
          once: job.shared !== true,
        }),
      )
  const timers = [...ofDatabase, ...processJobs]
    .map((job) => (job.rests ? resting(job) : job))
    .map((job) => new Cron(job.schedule, { timezone: TIME_ZONE, protect: true, unref: true }, () => attempt(job)))
  return () => {
    isStopped = true
    for (const timer of timers) timer.stop()
  }
}
