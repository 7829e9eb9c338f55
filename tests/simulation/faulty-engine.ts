/** A database whose connection breaks where a plan says so. */
import type { Engine, Session } from '@hot/embedded/database/engine'

/**
 * `before`: the connection breaks and the statement never arrives; `after`: it is carried out, and its answer is lost.
 * An open transaction is rolled back in both cases, as a server does when a connection is gone.
 */
type StatementFault = 'before' | 'after'

/** Asked before each statement. */
export type StatementPlan = () => StatementFault | undefined

/** SQLSTATE 08006, as a driver reports a broken connection. */
const connectionLost = () => Object.assign(new Error('connection to server was lost'), { code: '08006' })

export function faultyEngine(engine: Engine, plan: StatementPlan): Engine {
  const wrapped = new WeakMap<Session, Session>()

  function wrap(session: Session): Session {
    const known = wrapped.get(session)
    if (known) return known
    let broken = false
    const run = async <T>(statement: () => Promise<T>): Promise<T> => {
      if (broken) throw connectionLost()
      const fault = plan()
      if (!fault) return statement()
      broken = true
      // A failing statement has an answer that is lost as well.
      if (fault === 'after') await statement().catch(() => undefined)
      await session.exec('rollback')
      throw connectionLost()
    }
    const made: Session = {
      query: (sql, params) => run(() => session.query(sql, params)),
      exec: (sql) => run(() => session.exec(sql)),
    }
    wrapped.set(session, made)
    return made
  }

  return {
    ...engine,
    session: (work, limits) => engine.session((session) => work(wrap(session)), limits),
    acquire: async (limits) => {
      const { session, release } = await engine.acquire(limits)
      return { session: wrap(session), release }
    },
  }
}
