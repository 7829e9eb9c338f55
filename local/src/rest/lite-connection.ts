import type {
  Connection,
  ConnectionContextOptions,
  IConnectionConfig,
  IntrospectResult,
  VarsContext,
} from '@supabase/lite'
import { PgliteConnection } from '@supabase/lite/pglite'
import { Kysely, sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import { engineDialect } from './dialect.ts'

/** lite's PostgreSQL connection without a driver. The package exports only its two children, so it is taken from one. */
interface PostgresConnection extends Connection<Engine> {
  introspect(options?: { useCache?: boolean }): Promise<IntrospectResult>
}
const PostgresBase = Object.getPrototypeOf(PgliteConnection) as new (config: IConnectionConfig) => PostgresConnection

/** What lite tells `withContext` about a request; typed here because lite leaves it `unknown`. */
type Vars = { auth?: { uid?: unknown; role?: string; jwt?: unknown }; storage?: { operation?: string } }
type Db = Parameters<Parameters<Connection['withContext']>[1]>[0]

/** Undoes the transaction while keeping what was computed in it (lite probes storage permissions this way). */
class Undo<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('undo')
    this.result = result
  }
}

const known = new Set(['anon', 'authenticated', 'service_role'])

/**
 * lite's connection on our engine. Role, claims and request settings are set in one statement: lite sends eleven, each
 * a trip into WASM. It also never reaches `ensureRlsContext`, which would grant ALL on every table to anon.
 */
export class LiteConnection extends PostgresBase {
  driver: Engine
  readonly dialect = 'postgres'
  readonly #onError: (error: unknown) => void

  constructor(engine: Engine, onError: (error: unknown) => void) {
    super({})
    this.driver = engine
    this.#onError = onError
    this.kysely = new Kysely({ dialect: engineDialect(engine, onError) })
    Object.assign(this, { rlsState: 'active' })
  }

  override async withContext<T>(
    vars: VarsContext | undefined,
    work: (db: Db) => Promise<T>,
    options: ConnectionContextOptions = {},
  ): Promise<T> {
    if (options.transaction) {
      if (vars) await applyContext(options.transaction, vars as Vars, undefined)
      return work(options.transaction)
    }
    try {
      return await this.driver.session(() =>
        this.kysely.transaction().execute(async (tx) => {
          await applyContext(tx, (vars ?? {}) as Vars, options.rpc)
          const result = await work(tx)
          if (options.forceRollback) throw new Undo(result)
          return result
        }),
      )
    } catch (error) {
      if (error instanceof Undo) return error.result as T
      this.#onError(error)
      throw error
    }
  }

  /** lite goes on with an empty schema when it cannot read it, and would answer 404 for every table. */
  override async introspect(options?: { useCache?: boolean }): Promise<IntrospectResult> {
    const schema = await super.introspect(options)
    if (!schema.functions) throw new Error('The schema could not be read.')
    return schema
  }

  /** The engine outlives lite: whoever opened it closes it. */
  override async close(): Promise<void> {
    await this.clearSchemaCache()
  }
}

async function applyContext(tx: Db, vars: Vars, rpc: ConnectionContextOptions['rpc']): Promise<void> {
  const role = vars.auth?.role ?? 'anon'
  if (!known.has(role)) throw Object.assign(new Error(`role "${role}" does not exist`), { code: '22023' })
  const jwt = vars.auth?.jwt
  const settings: [string, string][] = [
    ['role', role],
    ['request.jwt.claim.sub', String(vars.auth?.uid ?? '')],
    ['request.jwt.claim.role', role],
    ['request.jwt.claims', jwt && typeof jwt === 'object' ? JSON.stringify(jwt) : ''],
    ['storage.operation', vars.storage?.operation ?? ''],
  ]
  if (rpc) {
    settings.push(
      ['response.status', ''],
      ['response.headers', ''],
      ['request.method', rpc.method],
      ['request.path', rpc.path],
    )
    settings.push(['request.headers', JSON.stringify(rpc.requestHeaders ?? {})])
    if (rpc.readOnly) settings.push(['transaction_read_only', 'on'])
  }
  await sql`select ${sql.join(settings.map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`.execute(tx)
}
