import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Answer, Engine, Session } from '../database/engine.ts'
import { withoutJsonText } from './json-values.ts'

/** Who hears how the statements of a request end. */
export type Watched = {
  failed(error: unknown): void
  answered(answer: Answer): void
}

type Lent = DatabaseConnection & { release: () => void }

const lend = (session: Session, release: () => void, observer: Watched): Lent => ({
  release,
  executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    try {
      const answer = await session.query(query.sql, withoutJsonText(query.parameters))
      observer.answered(answer)
      // Kysely trusts the caller with the row type, and so must its drivers.
      return { rows: answer.rows as R[], numAffectedRows: BigInt(answer.affected) }
    } catch (error) {
      observer.failed(error)
      throw error
    }
  },
  streamQuery: () => {
    throw new Error('Streaming is not used here.')
  },
})

/**
 * Lets lite's Kysely use our engine. Its own PGlite driver has no turns: two requests at the same time would share one
 * transaction, and one would run in the other's role.
 */
export function engineDialect(engine: Engine, observer: Watched): Dialect {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => {
      try {
        const { session, release } = await engine.acquire()
        return lend(session, release, observer)
      } catch (error) {
        observer.failed(error)
        throw error
      }
    },
    beginTransaction: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('begin'))
    },
    commitTransaction: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('commit'))
    },
    rollbackTransaction: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
    },
    releaseConnection: async (connection) => (connection as Lent).release(),
    destroy: async () => {},
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db: Kysely<unknown>): DatabaseIntrospector => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
