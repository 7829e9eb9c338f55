import type { Engine } from '@hot/embedded/database/engine'
import { transaction } from '@hot/embedded/database/transaction'
import { Cron } from 'croner'

/** A function without arguments in schema `private`, and when it runs (cron pattern, Europe/Berlin). */
export type Job = { name: string; schedule: string }

/** The jobs of the product, unless the caller names others. One that the database does not have is passed over. */
const JOBS: readonly Job[] = [
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

/** Work on a schedule that is no function of the database. */
export type Chore = Job & { work: () => Promise<unknown> }

/**
 * Frees the space of dead rows and counts the tables anew for the planner: an embedded database has no autovacuum; on a
 * server this does nothing. No function of the database, because VACUUM refuses to run inside of one.
 */
export async function tidy(engine: Engine): Promise<void> {
  if (engine.kind !== 'pglite') return
  await engine.session((session) => session.exec('vacuum analyze'))
}

export type JobResult = 'done' | 'busy' | 'unknown'

/** Never a caller's text: names go into SQL as they are. */
const NAME = /^[a-z_][a-z0-9_]*$/

async function schedulesItself(engine: Engine): Promise<boolean> {
  const { rows } = await engine.session((session) =>
    session.query(`select exists (select from pg_extension where extname = 'pg_cron') as found`),
  )
  return rows[0]?.found === true
}

/**
 * Runs `private.NAME()` under an advisory lock, so that of several servers on one database one does it. `unknown`: there
 * is no such function; `busy`: another server is at it.
 */
export function runJob(engine: Engine, owner: string, name: string): Promise<JobResult> {
  if (!NAME.test(name)) return Promise.resolve('unknown')
  return transaction(engine, owner, async (session) => {
    const { rows } = await session.query(
      `select to_regprocedure('private.' || $1 || '()') is not null as known, pg_try_advisory_xact_lock(hashtext('hot job'), hashtext($1)) as free`,
      [name],
    )
    if (rows[0]?.known !== true) return 'unknown'
    if (rows[0].free !== true) return 'busy'
    await session.query(`select private.${name}()`)
    return 'done'
  })
}

/**
 * Starts the schedule and gives back what stops it. On a database with pg_cron that one has the jobs already;
 * `chores` are this process's own (files, an embedded database) and run here in any case. `onDone` is told what ended well here.
 */
export async function startJobs(
  engine: Engine,
  owner: string,
  log: (line: string) => void,
  jobs: readonly Job[] = JOBS,
  chores: readonly Chore[] = [],
  onDone: (name: string) => void = () => {},
): Promise<() => void> {
  const attempt = async ({ name, work }: Chore) => {
    try {
      const result = await work()
      if (result !== 'busy' && result !== 'unknown') onDone(name)
    } catch (error) {
      log(`Aufgabe ${name} ist gescheitert: ${error instanceof Error ? error.message : 'unbekannter Fehler'}`)
    }
  }
  const scheduled = (await schedulesItself(engine))
    ? []
    : jobs.map((job): Chore => ({ ...job, work: () => runJob(engine, owner, job.name) }))
  const timers = [...scheduled, ...chores].map(
    (chore) =>
      new Cron(chore.schedule, { timezone: 'Europe/Berlin', protect: true, unref: true }, () => attempt(chore)),
  )
  return () => {
    for (const timer of timers) timer.stop()
  }
}
