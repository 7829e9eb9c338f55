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
import type { Engine, Session } from '../database/engine.ts'

type Lent = DatabaseConnection & { release: () => void }

const lend = (session: Session, release: () => void, onError: (error: unknown) => void): Lent => ({
  release,
  executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    try {
      const answer = await session.query(query.sql, query.parameters)
      // Kysely trusts the caller with the row type, and so must its drivers.
      return { rows: answer.rows as R[], numAffectedRows: BigInt(answer.affected) }
    } catch (error) {
      onError(error)
      throw error
    }
  },
  streamQuery: () => {
    throw new Error('Streaming is not used here.')
  },
})

/**
 * Lets lite's Kysely use our engine. Its own PGlite driver has no turns: two requests at once would share one
 * transaction, and one would run in the other's role.
 */
export function engineDialect(engine: Engine, onError: (error: unknown) => void): Dialect {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => {
      try {
        const { session, release } = await engine.acquire()
        return lend(session, release, onError)
      } catch (error) {
        onError(error)
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
