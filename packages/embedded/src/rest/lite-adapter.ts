import { AsyncLocalStorage } from 'node:async_hooks'
import {
  App,
  type Connection,
  type ConnectionContextOptions,
  type IConnectionConfig,
  InMemoryEmailDriver,
  type IntrospectResult,
  RelationNotFoundError,
  setExperimental,
  type VarsContext,
} from '@supabase/lite'
import { PgliteConnection } from '@supabase/lite/pglite'
import { Kysely, sql } from 'kysely'
import { type Engine, isDeadlock, type Session } from '../database/engine.ts'
import type { Limits } from '../database/limits.ts'
import {
  type Claims,
  contextSql,
  type HttpRequest,
  type RequestVars,
  roleOf,
  rollBack,
} from '../database/transaction.ts'
import { away, type LiteError, tooManyAffected, uncountable } from './answers.ts'
import { embedsAnything, openRelations, type Relations, refuseEmbeds } from './embeds.ts'
import { engineDialect, type Watched } from './engine-dialect.ts'
import type { FunctionLimits } from './function-limits.ts'
import { keepJson } from './json-values.ts'
import { maxAffected } from './requests/headers.ts'

/**
 * The only file that imports @supabase/lite (0.10.0, alpha, exact pin). What it uses beyond the package's documented face,
 * and why; `lite-adapter.test.ts` fails when a new version has moved any of it, the contract suites when it behaves otherwise:
 *
 * - the parent of `PgliteConnection`, which is not exported: the exported children bring their own drivers;
 * - `rlsState` of that parent, private: while it is not `active`, the first request grants ALL on every table to anon;
 * - `kysely`, set from outside: queries run on our engine, which gives requests turns at the one session of PGlite;
 * - `onPostgrestAST`, the hook for parsed requests: the form of what it gets is written in its type declarations only;
 * - `withContext`, replaced: lite sends eleven statements for role, claims and request, each a trip into WASM;
 * - `normalizeDbError`, asked before lite prints and answers an error: P0001 and 23514 would become 500;
 * - `getResponse` of an error, which lite returns instead of printing what a person typed;
 * - `_storageAdapter` of the app: files are ours, and lite has no setting for an adapter;
 * - the texts and names of its errors, because it has no codes for them.
 */

/** lite's PostgreSQL connection without a driver. The package exports only its two children, so it is taken from one. */
interface PostgresConnection extends Connection<Engine> {
  introspect(options?: { useCache?: boolean }): Promise<IntrospectResult>
}
const PostgresBase = Object.getPrototypeOf(PgliteConnection) as new (config: IConnectionConfig) => PostgresConnection

type Observer = Watched & {
  /** The request that is being answered. */
  http(): HttpRequest | undefined
  /** The answer to an error that reached lite; undefined: lite answers it itself. `own`: what lite's own errors say. */
  answer(error: unknown, own: LiteError | undefined): Response | undefined
}

/** How lite words that it cannot read a filter, an order or a selection. */
const UNREADABLE =
  /failed to parse|Unknown operator|Unsupported operator|Invalid filter|Unexpected input|Expected .*(identifier|at position|spread embed)/
/** SQLSTATEs that lite's storage answers itself. */
const STORAGE_ERRORS = ['StorageError', 'PolicyViolation']

function liteError(error: unknown): LiteError | undefined {
  if (error instanceof RelationNotFoundError) return 'unknown relation'
  if (!(error instanceof Error)) return undefined
  if (STORAGE_ERRORS.includes(error.name)) return 'storage refusal'
  return UNREADABLE.test(error.message) ? 'unreadable request' : undefined
}

/**
 * A finished answer on its way through lite. lite prints every error of the database with the statement's parameters,
 * which may hold anything a person typed; an error with `getResponse` it hands out as it is and prints nothing.
 */
class Answered extends Error {
  readonly #response: Response

  constructor(response: Response, cause: unknown) {
    super('The request is answered.', { cause })
    this.#response = response
  }

  getResponse(): Response {
    return this.#response
  }
}

type Ast = Parameters<Connection['onPostgrestAST']>[0]
type Db = Parameters<Parameters<Connection['withContext']>[1]>[0]

/**
 * lite's connection on our engine. Role, claims and request settings are set in one statement: lite sends eleven, each
 * a trip into WASM. It also never reaches `ensureRlsContext`, which would grant ALL on every table to anon.
 */
class LiteConnection extends PostgresBase {
  driver: Engine
  readonly dialect = 'postgres'
  readonly #observer: Observer
  readonly #limits: FunctionLimits
  readonly #preRequest: string | undefined
  readonly #relations: () => Promise<Relations>
  /** Rows that each statement of one request gave back, in order. */
  readonly #answers = new AsyncLocalStorage<number[]>()
  #knowsSchema = false

  constructor({ engine, observer, limits, preRequest, maxRows }: LiteAppOptions) {
    super({})
    const watched: Watched = {
      failed: observer.failed,
      answered: (answer) => {
        this.#answers.getStore()?.push(answer.rows.length)
        observer.answered(answer)
      },
    }
    this.#relations = openRelations(engine, maxRows)
    this.driver = engine
    this.#observer = observer
    this.#limits = limits
    this.#preRequest = preRequest
    this.kysely = new Kysely({ dialect: engineDialect(engine, watched) })
    Object.assign(this, { rlsState: 'active' })
  }

  override async withContext<T>(
    vars: VarsContext | undefined,
    work: (db: Db) => Promise<T>,
    options: ConnectionContextOptions = {},
  ): Promise<T> {
    const request = (vars ?? {}) as RequestVars
    const limits = await this.#limitsOf(request, options.rpc?.path)
    // lite hands on the request of functions only; limits in SQL need the address of every other one as well.
    const told = this.#observer.http()
    const http = told && { ...told, readOnly: options.rpc?.readOnly === true }
    const context = contextSql({ engine: this.driver, limits, preRequest: this.#preRequest }, request, http)
    if (options.transaction) {
      if (vars) for (const statement of context) await sql.raw(statement).execute(options.transaction)
      return work(options.transaction)
    }
    // Begin and context are one round trip. When `work` asks for a session it gets this one, see lending.ts.
    const transaction = () =>
      this.driver.session(
        (session) =>
          transact(session, context.join('; '), options.forceRollback === true, () =>
            options.rpc ? this.#countedCall(() => work(this.kysely)) : work(this.kysely),
          ),
        limits,
      )
    try {
      return await transaction().catch((error: unknown) => {
        if (!isDeadlock(error)) throw error
        return transaction()
      })
    } catch (error) {
      this.#observer.failed(error)
      throw error
    }
  }

  /** The first statement of a call is the function; lite counts its rows for nobody. */
  async #countedCall<T>(work: () => Promise<T>): Promise<T> {
    const most = maxAffected(this.#observer.http()?.requestHeaders?.prefer)
    if (most === undefined) return work()
    return this.#answers.run([], async () => {
      const result = await work()
      const [rows = 0] = this.#answers.getStore() ?? []
      if (rows > most) throw new Answered(tooManyAffected(rows), undefined)
      return result
    })
  }

  async #limitsOf(request: RequestVars, path: string | undefined): Promise<Limits> {
    try {
      return await this.#limits.of(roleOf(request), path)
    } catch (error) {
      this.#observer.failed(error)
      throw error
    }
  }

  /** Called with each parsed request. Refuses embeds that would read too much, except the operator's; keeps JSON as sent. */
  override async onPostgrestAST(ast: Ast, vars?: VarsContext): Promise<Ast> {
    if (embedsAnything(ast) && (vars as RequestVars | undefined)?.auth?.role !== 'service_role') {
      const refusal = refuseEmbeds(ast, await this.#relations())
      if (refusal) throw new Answered(Response.json(refusal, { status: 400 }), undefined)
    }
    const headers = this.#observer.http()?.requestHeaders
    const isStrict = ast.type === 'rpc' && maxAffected(headers?.prefer) !== undefined
    const writesJson = (ast.values ?? ast.args) !== undefined && isJsonBody(ast, headers?.['content-type'])
    if (!isStrict && !writesJson) return super.onPostgrestAST(ast, vars)
    const schema = await this.introspect({ useCache: true })
    const called = schema.functions?.filter(({ name }) => name === ast.function) ?? []
    if (isStrict && called.some(({ return_is_setof }) => !return_is_setof)) throw new Answered(uncountable(), undefined)
    return super.onPostgrestAST(writesJson ? keepJson(ast, schema) : ast, vars)
  }

  /** lite asks this before it prints and answers an error. */
  override normalizeDbError(error: unknown): unknown {
    if (error instanceof Answered) throw error
    const response = this.#observer.answer(error, liteError(error))
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

  /** The engine outlives lite: its opener closes it. */
  override async close(): Promise<void> {
    await this.clearSchemaCache()
  }
}

/** Whether texts of the request's values are JSON's own strings; of a GET, a form or CSV they are only written as text. */
const isJsonBody = ({ type, httpMethod }: Ast, contentType = 'application/json') =>
  !(type === 'rpc' && httpMethod === 'GET') && /^application\/(vnd\.pgrst\.[\w.]+\+)?json\b/i.test(contentType)

/**
 * Whether lite refuses what the request did: PostgREST undoes that, lite commits it. A status of 400 or more that a function
 * names for itself (`response.status`) is no refusal.
 */
async function isRefusal(session: Session, result: unknown): Promise<boolean> {
  if (!(result instanceof Response) || result.status < 400) return false
  const [row] = await session.exec("select coalesce(current_setting('response.status', true), '') as named")
  return row?.named === ''
}

async function transact<T>(session: Session, context: string, undo: boolean, work: () => Promise<T>): Promise<T> {
  try {
    await session.exec(`begin; ${context}`)
    const result = await work()
    await session.exec(undo || (await isRefusal(session, result)) ? 'rollback' : 'commit')
    return result
  } catch (error) {
    await rollBack(session)
    throw error
  }
}

/** lite's storage as it asks for files. */
export type StorageAdapter = NonNullable<App['_storageAdapter']>

export type LiteAppOptions = {
  engine: Engine
  observer: Observer
  /** What each request may take. */
  limits: FunctionLimits
  storage: StorageAdapter
  /** Signs storage links. */
  storageSecret: string
  /** Called before each request of a member. */
  preRequest?: string | undefined
  maxRows: number
}

export type LiteApp = {
  /** Answers a request as the person of these claims, which the gateway has verified. */
  fetch(request: Request, claims: Claims): Promise<Response>
  /** To be called after migrations: lite caches the schema. */
  clearSchemaCache(): Promise<void>
}

/** lite with REST and storage only: nothing of its auth, studio or system routes can be reached. */
export async function openLiteApp(given: LiteAppOptions): Promise<LiteApp> {
  const { storage, storageSecret, maxRows } = given
  const claimsOf = new WeakMap<Request, Claims>()
  const connection = new LiteConnection(given)
  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: maxRows },
    // Its auth stays off; the secret only signs storage links.
    auth: { enabled: false, jwt_secret: storageSecret },
    storage: { enabled: true },
    studio: { enabled: false },
    options: {
      drivers: { email: new InMemoryEmailDriver() },
      server: {
        disableStudio: true,
        // The gateway has checked key and token; lite only learns whose request it is.
        apiKeys: {
          resolver: async (_key: string, context: { req: { raw: Request } }) => {
            const claims = claimsOf.get(context.req.raw)
            return claims ? { type: 'publishable' as const, claims } : null
          },
        },
      },
    },
  })
  app._storageAdapter = storage
  await app.init()
  setExperimental('storage', true) // after `init`, which would warn about it
  return {
    fetch: async (request, claims) => {
      claimsOf.set(request, claims)
      return app.fetch(request)
    },
    clearSchemaCache: () => connection.clearSchemaCache(),
  }
}
