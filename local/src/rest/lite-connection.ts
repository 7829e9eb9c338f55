import type {
  Connection,
  ConnectionContextOptions,
  IConnectionConfig,
  IntrospectResult,
  VarsContext,
} from '@supabase/lite'
import { PgliteConnection } from '@supabase/lite/pglite'
import { Kysely, sql } from 'kysely'
import { escapeLiteral } from 'pg'
import type { Engine, Session } from '../database/engine.ts'
import { engineDialect } from './dialect.ts'

/** lite's PostgreSQL connection without a driver. The package exports only its two children, so it is taken from one. */
interface PostgresConnection extends Connection<Engine> {
  introspect(options?: { useCache?: boolean }): Promise<IntrospectResult>
}
const PostgresBase = Object.getPrototypeOf(PgliteConnection) as new (config: IConnectionConfig) => PostgresConnection

/** What lite tells `withContext` about a request; typed here because lite leaves it `unknown`. */
type Vars = { auth?: { uid?: unknown; role?: string; jwt?: unknown }; storage?: { operation?: string } }
type Db = Parameters<Parameters<Connection['withContext']>[1]>[0]

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
    const context = contextSql((vars ?? {}) as Vars, options.rpc)
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

/** One statement for what PostgREST sets for a request: role, claims, and for functions the HTTP request itself. */
function contextSql(vars: Vars, rpc: ConnectionContextOptions['rpc']): string {
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
  return `select ${settings.map(([name, value]) => `set_config('${name}', ${escapeLiteral(value)}, true)`).join(', ')}`
}
