import type { Answer, Engine, Outcome, Session } from '../database/engine.ts'
import type { Limits } from '../database/limits.ts'
import { rollBack } from '../database/transaction.ts'

export type Rows = Answer['rows']

/** One transaction as a script without `begin` and `commit`, and who is told what became of it. */
type Member = {
  script: string
  done: (rows: Rows) => void
  failed: (error: unknown) => void
  spent: (ms: number) => void
}

/** A group keeps everybody else waiting while it runs: about 100 ms of short writes. */
const MOST_TOGETHER = 32

/**
 * Carries out one transaction. `name`: of those that may form a group. `spent` learns its part of the time that the
 * database was held.
 */
export type Together = (
  script: string,
  limits: Limits,
  options: { name?: string | undefined; spent: (ms: number) => void },
) => Promise<Rows>

async function inOneTrip(session: Session, script: string): Promise<Rows> {
  try {
    return await session.exec(`begin; ${script}; commit`)
  } catch (error) {
    await rollBack(session)
    throw error
  }
}

/** Without a way for several, one by one. */
async function outcomesOf(session: Session, scripts: readonly string[]): Promise<readonly Outcome[]> {
  if (session.each && scripts.length > 1) return session.each(scripts)
  const outcomes: Outcome[] = []
  for (const script of scripts)
    outcomes.push(
      await inOneTrip(session, script).then(
        (rows) => ({ rows }),
        (error: unknown) => ({ error }),
      ),
    )
  return outcomes
}

async function carryOut(session: Session, members: readonly Member[]): Promise<void> {
  const began = performance.now()
  const outcomes = await outcomesOf(
    session,
    members.map(({ script }) => script),
  )
  const each = (performance.now() - began) / members.length
  for (const [at, { done, failed, spent }] of members.entries()) {
    const outcome = outcomes[at]
    spent(each)
    if (outcome && 'rows' in outcome) done(outcome.rows)
    else failed(outcome?.error)
  }
}

/**
 * Transactions of one trip each. On a database with one session, those of one name that come while it is busy make a group,
 * which takes one turn, one trip to the database's thread and one sync of its log. Each is a transaction of its own: role,
 * claims, settings, time and errors are those that it would have alone.
 */
export function together(engine: Engine): Together {
  const gathering = new Map<string, Member[]>()

  /** Begins a group, which others may join until it has its turn. */
  async function gather(name: string | undefined, members: Member[], limits: Limits): Promise<void> {
    const close = () => {
      if (name !== undefined && gathering.get(name) === members) gathering.delete(name)
    }
    if (name !== undefined) gathering.set(name, members)
    try {
      await engine.session((session) => {
        close()
        return carryOut(session, members)
      }, limits)
    } catch (error) {
      close()
      for (const { failed } of members) failed(error)
    }
  }

  return (script, limits, { name, spent }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Rows>()
    const member: Member = { script, done: resolve, failed: reject, spent }
    const shared = engine.load.sessions === 1 ? name : undefined
    const group = shared === undefined ? undefined : gathering.get(shared)
    if (group && group.length < MOST_TOGETHER) group.push(member)
    else void gather(shared, [member], limits)
    return promise
  }
}
