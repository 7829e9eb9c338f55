/** Two acts on two connections of one PostgreSQL database, held up where a lock holds them up, and one after the other. */
import { type Engine, isPgError, type Session } from '@hot/embedded/database/engine'
import { openPostgres } from '@hot/embedded/database/postgres'
import { cloneServerDatabase, type ServerDatabase } from '../../../packages/embedded/test/server-database.ts'
import { type Harness, harnessOn } from '../support/harness.ts'
import { type Act, outcomeOf } from './acts.ts'
import { stateOf } from './state.ts'

/** How both are held up. */
export type Schedule = {
  /** A table on which everybody waits until both have begun; none: the first has done everything but commit. */
  gate: string | undefined
  /** Whether who only reads rows to lock them waits there too. */
  strict: boolean
  /** Whether who is done commits at once, or only when the other is done or waits as well. */
  eager: boolean
}

/** What both were answered, and what is there afterwards. */
export type Ending = { answers: [string, string]; rows: string[]; miscounted: string[]; deadlocks: number }

/** A database in which the scene is set; each play has a copy. */
export type Stage = { server: string; scene: ServerDatabase }

const DEADLOCK = '40P01'

async function onCopy<T>({ server, scene }: Stage, work: (engine: Engine, owner: string) => Promise<T>): Promise<T> {
  const copy = await cloneServerDatabase(server, scene)
  const engine = openPostgres(copy.url, () => {})
  try {
    return await work(engine, copy.owner)
  } finally {
    await engine.close()
    await copy.drop()
  }
}

/** One transaction on a session of its own that ends when the caller says so. */
type Running = { pid: number; answer: Promise<string>; isDone: () => boolean; end: () => Promise<void> }

async function begin(engine: Engine, owner: string, act: Act, seen: unknown): Promise<Running> {
  const { session, release } = await engine.acquire()
  await session.exec('begin; set local deadlock_timeout = 50')
  const pid = Number((await session.query('select pg_backend_pid() as pid')).rows[0]?.pid)
  let done = false
  const answer = outcomeOf(harnessOn(session, owner), act, seen).finally(() => {
    done = true
  })
  // A deadlock has ended the transaction of whoever is told of it.
  const end = async () => {
    const isRefused = await answer.then(
      () => false,
      () => true,
    )
    await session.exec(isRefused ? 'rollback' : 'commit').finally(release)
  }
  return { pid, answer, isDone: () => done, end }
}

/** Until it is done or waits for somebody. */
async function heldUp(watch: Session, { pid, isDone }: Running): Promise<void> {
  while (!isDone()) {
    const { rows } = await watch.query('select cardinality(pg_blocking_pids($1)) as waits_for', [pid])
    if (Number(rows[0]?.waits_for) > 0) return
  }
}

/** As a server does with a transaction that PostgreSQL has ended for another: again, from its beginning. */
async function again(engine: Engine, owner: string, act: Act, seen: unknown): Promise<string> {
  const running = await begin(engine, owner, act, seen)
  await running.end()
  return running.answer
}

async function atOnce(engine: Engine, owner: string, acts: readonly [Act, Act], seen: unknown[], how: Schedule) {
  const gate = await engine.acquire()
  const watch = await engine.acquire()
  try {
    await gate.session.exec('begin')
    if (how.gate) await gate.session.exec(`lock table ${how.gate} in ${how.strict ? 'exclusive' : 'share'} mode`)
    const first = await begin(engine, owner, acts[0], seen[0])
    await heldUp(watch.session, first)
    const second = await begin(engine, owner, acts[1], seen[1])
    await heldUp(watch.session, second)
    await gate.session.exec('rollback')
    if (!how.eager) {
      await heldUp(watch.session, first)
      await heldUp(watch.session, second)
    }
    await Promise.all([first, second].map((one) => one.answer.catch(() => {}).then(one.end)))
    let deadlocks = 0
    const answers: string[] = []
    for (const [n, one] of [first, second].entries())
      answers.push(
        await one.answer.catch((error: unknown) => {
          if (!isPgError(error) || error.code !== DEADLOCK) throw error
          deadlocks += 1
          return again(engine, owner, acts[n] as Act, seen[n])
        }),
      )
    return { answers: answers as [string, string], deadlocks }
  } finally {
    gate.release()
    watch.release()
  }
}

const committed = <T>(engine: Engine, owner: string, scene: (t: Harness) => Promise<T>): Promise<T> =>
  engine.session(async (session) => {
    await session.exec('begin')
    try {
      const result = await scene(harnessOn(session, owner))
      await session.exec('commit')
      return result
    } catch (error) {
      await session.exec('rollback')
      throw error
    }
  })

/** What is there once the jobs have run that run every second. */
const afterwards = (engine: Engine, owner: string) =>
  committed(engine, owner, async (t) => {
    await t.settled()
    await t.owner('select private.fold_star_scores()')
    return stateOf(t)
  })

/** What everybody has on their screen before they press. */
const seenBy = (engine: Engine, owner: string, acts: readonly Act[]) =>
  committed(engine, owner, async (t) => {
    const seen: unknown[] = []
    for (const act of acts) seen.push(await act.reads?.(t))
    return seen
  })

/** Both at once. */
export const playAtOnce = (stage: Stage, acts: readonly [Act, Act], how: Schedule): Promise<Ending> =>
  onCopy(stage, async (engine, owner) => {
    const seen = await seenBy(engine, owner, acts)
    const { answers, deadlocks } = await atOnce(engine, owner, acts, seen, how)
    return { answers, deadlocks, ...(await afterwards(engine, owner)) }
  })

/** One after the other, the second pressed by somebody who has the same on the screen as the first. */
export const playInOrder = (stage: Stage, acts: readonly [Act, Act], order: readonly [0 | 1, 0 | 1]): Promise<Ending> =>
  onCopy(stage, async (engine, owner) => {
    const seen = await seenBy(engine, owner, acts)
    const answers: [string, string] = ['', '']
    for (const n of order) answers[n] = await committed(engine, owner, (t) => outcomeOf(t, acts[n], seen[n]))
    return { answers, deadlocks: 0, ...(await afterwards(engine, owner)) }
  })

/** The tables to which an act writes, or in which it locks rows: where it can be held up. */
export const gatesOf = (stage: Stage, act: Act): Promise<string[]> =>
  onCopy(stage, async (engine, owner) => {
    const [seen] = await seenBy(engine, owner, [act])
    return committed(engine, owner, async (t) => {
      await outcomeOf(t, act, seen)
      const { rows } = await t.platform(
        `select distinct n.nspname || '.' || quote_ident(c.relname) as name from pg_locks l join pg_class c on c.oid = l.relation
         join pg_namespace n on n.oid = c.relnamespace where l.pid = pg_backend_pid() and c.relkind in ('r', 'p')
         and l.mode in ('RowExclusiveLock', 'RowShareLock') and n.nspname in ('public', 'private', 'auth') order by 1`,
      )
      return rows.map(({ name }) => String(name))
    })
  })
