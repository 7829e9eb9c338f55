import type {
  Connection,
  ConnectionContextOptions,
  IConnectionConfig,
  IntrospectResult,
  VarsContext,
} from '@supabase/lite'
import { PgliteConnection } from '@supabase/lite/pglite'
import { Kysely, sql } from 'kysely'
import type { Engine, Session } from '../database/engine.ts'
import { Answered, away } from './answered.ts'
import { contextSql, type RequestVars } from './context-sql.ts'
import { engineDialect } from './dialect.ts'

/** lite's PostgreSQL connection without a driver. The package exports only its two children, so it is taken from one. */
interface PostgresConnection extends Connection<Engine> {
  introspect(options?: { useCache?: boolean }): Promise<IntrospectResult>
}
const PostgresBase = Object.getPrototypeOf(PgliteConnection) as new (config: IConnectionConfig) => PostgresConnection

export type Observer = {
  /** The database failed during a request. */
  failed(error: unknown): void
  /** The answer to an error that reached lite; undefined: lite answers it itself. */
  answer(error: unknown): Response | undefined
}

type Db = Parameters<Parameters<Connection['withContext']>[1]>[0]

/**
 * lite's connection on our engine. Role, claims and request settings are set in one statement: lite sends eleven, each
 * a trip into WASM. It also never reaches `ensureRlsContext`, which would grant ALL on every table to anon.
 */
export class LiteConnection extends PostgresBase {
  driver: Engine
  readonly dialect = 'postgres'
  readonly #observer: Observer
  #knowsSchema = false

  constructor(engine: Engine, observer: Observer) {
    super({})
    this.driver = engine
    this.#observer = observer
    this.kysely = new Kysely({ dialect: engineDialect(engine, observer.failed) })
    Object.assign(this, { rlsState: 'active' })
  }

  override async withContext<T>(
    vars: VarsContext | undefined,
    work: (db: Db) => Promise<T>,
    options: ConnectionContextOptions = {},
  ): Promise<T> {
    const context = contextSql((vars ?? {}) as RequestVars, options.rpc)
    if (options.transaction) {
      if (vars) await sql.raw(context).execute(options.transaction)
      return work(options.transaction)
    }
    try {
      // Begin and context are one trip. `work` asks for sessions of its own and gets this one, see lending.ts.
      return await this.driver.session((session) =>
        transact(session, context, options.forceRollback === true, () => work(this.kysely)),
      )
    } catch (error) {
      this.#observer.failed(error)
      throw error
    }
  }

  /** lite asks this before it prints and answers an error. */
  override normalizeDbError(error: unknown): unknown {
    if (error instanceof Answered) throw error
    const response = this.#observer.answer(error)
    if (response) throw new Answered(response, error)
    return error
  }

  /** lite goes on with an empty schema when it cannot read it, and would answer 404 for every table. */
  override async introspect(options?: { useCache?: boolean }): Promise<IntrospectResult> {
    try {
      // Before lite asks, since it prints what it fails by.
      if (!this.#knowsSchema) await this.driver.session((session) => session.query('select 1'))
      const schema = await super.introspect(options)
      if (!schema.functions) throw new Error('The schema could not be read.')
      this.#knowsSchema = true
      return schema
    } catch (error) {
      this.#observer.failed(error)
      throw new Answered(away(), error)
    }
  }

  override async clearSchemaCache(): Promise<void> {
    this.#knowsSchema = false
    await super.clearSchemaCache()
  }

  /** The engine outlives lite: whoever opened it closes it. */
  override async close(): Promise<void> {
    await this.clearSchemaCache()
  }
}

async function transact<T>(session: Session, context: string, undo: boolean, work: () => Promise<T>): Promise<T> {
  await session.exec(`begin; ${context}`)
  try {
    const result = await work()
    await session.exec(undo ? 'rollback' : 'commit')
    return result
  } catch (error) {
    await session.exec('rollback').catch(() => {}) // of a broken connection; the first error is the one to tell
    throw error
  }
}
