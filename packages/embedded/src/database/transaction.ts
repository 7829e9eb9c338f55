import { escapeLiteral } from 'pg'
import type { Engine, Session } from './engine.ts'
import { type Limits, roleLimits } from './limits.ts'

/**
 * Ends a failed transaction. Tried twice: PGlite refuses the first statement after a message that it could not write
 * whole, and on its only session an open transaction would fail every statement of everybody. A session whose
 * connection broke cannot roll back; the error of the transaction is the one to tell.
 */
export const rollBack = (session: Session): Promise<unknown> =>
  session.exec('rollback').catch(() => session.exec('rollback').catch(() => {}))

/**
 * Has a server end each statement of the transaction after its time, and its wait for a lock; the embedded database is
 * watched instead, and has one session only.
 */
export const timeoutSql = ({ kind }: Engine, { statement, lock }: Limits): string => {
  if (kind !== 'postgres') return ''
  return `; set local statement_timeout = ${statement}${lock === undefined ? '' : `; set local lock_timeout = ${lock}`}`
}

/**
 * One transaction; rolled back when `work` fails. With `role` (a name of ours), all of it runs as that role, and with
 * that role's limits unless others are given.
 */
export function transaction<T>(
  engine: Engine,
  role: string | undefined,
  work: (session: Session) => Promise<T>,
  limits = roleLimits(role),
): Promise<T> {
  return engine.session(async (session) => {
    try {
      // One trip: into WASM and over the network each statement costs as much as what it does. When it fails it may have
      // begun all the same.
      await session.exec(`begin${role ? `; set local role ${role}` : ''}${timeoutSql(engine, limits)}`)
      const result = await work(session)
      await session.exec('commit')
      return result
    } catch (error) {
      await rollBack(session)
      throw error
    }
  }, limits)
}

/** Claims of an access token, as PostgREST hands them to SQL. */
export type Claims = { role: string; sub?: string } & Record<string, unknown>

/** Sets role and claims for the rest of the transaction, in one statement (each one is a trip into WASM). */
export const CLAIMS_SQL = `select set_config('role', $1, true), set_config('request.jwt.claim.sub', $2, true),
 set_config('request.jwt.claim.role', $1, true), set_config('request.jwt.claims', $3, true)`

/** One transaction as the person these claims describe; what PostgREST does for a request. */
export function asCaller<T>(engine: Engine, claims: Claims, work: (session: Session) => Promise<T>): Promise<T> {
  return transaction(
    engine,
    undefined,
    async (session) => {
      await session.query(CLAIMS_SQL, [claims.role, claims.sub ?? '', JSON.stringify(claims)])
      return work(session)
    },
    roleLimits(claims.role),
  )
}

/** What a request says of itself to SQL. */
export type RequestVars = { auth?: { uid?: unknown; role?: string; jwt?: unknown }; storage?: { operation?: string } }

/** A request over HTTP, as `current_setting('request.…')` shows it. */
export type HttpRequest = { method: string; path: string; requestHeaders?: Record<string, string>; readOnly?: boolean }

const known = new Set(['anon', 'authenticated', 'service_role'])

/** As whom a request runs. */
export const roleOf = (vars: RequestVars): string => vars.auth?.role ?? 'anon'

/** `preRequest`: `schema.function`, called before each request of a member (PostgREST's `db-pre-request`). */
type ContextOptions = { engine: Pick<Engine, 'kind'>; limits: Limits; preRequest: string | undefined }

/**
 * The statements that PostgREST sends before a request: role, claims and the HTTP request itself; on a server
 * also what each later statement of the transaction may take. Then its `db-pre-request` function, for members only,
 * so that a guest's request does not pay for it.
 */
export function contextSql(options: ContextOptions, vars: RequestVars, http: HttpRequest | undefined): string[] {
  const { engine, limits, preRequest } = options
  const role = roleOf(vars)
  if (!known.has(role)) throw Object.assign(new Error(`role "${role}" does not exist`), { code: '22023' })
  const jwt = vars.auth?.jwt
  const settings: [string, string][] = [
    ['role', role],
    ['request.jwt.claim.sub', String(vars.auth?.uid ?? '')],
    ['request.jwt.claim.role', role],
    ['request.jwt.claims', jwt && typeof jwt === 'object' ? JSON.stringify(jwt) : ''],
    ['storage.operation', vars.storage?.operation ?? ''],
  ]
  if (engine.kind === 'postgres') settings.push(['statement_timeout', String(limits.statement)])
  if (http) {
    settings.push(
      ['response.status', ''],
      ['response.headers', ''],
      ['request.method', http.method],
      ['request.path', http.path],
    )
    settings.push(['request.headers', JSON.stringify(http.requestHeaders ?? {})])
    if (http.readOnly) settings.push(['transaction_read_only', 'on'])
  }
  const set = `select ${settings.map(([name, value]) => `set_config('${name}', ${escapeLiteral(value)}, true)`).join(', ')}`
  return preRequest && role === 'authenticated' ? [set, `select ${preRequest}()`] : [set]
}
