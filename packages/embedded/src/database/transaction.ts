import { escapeLiteral } from 'pg'
import type { Engine, Session } from './engine.ts'

/** One transaction; rolled back when `work` fails. With `role` (a name of ours), all of it runs as that role. */
export function transaction<T>(
  engine: Engine,
  role: string | undefined,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  return engine.session(async (session) => {
    // One trip: into WASM and over the network each statement costs as much as what it does.
    await session.exec(role ? `begin; set local role ${role}` : 'begin')
    try {
      const result = await work(session)
      await session.exec('commit')
      return result
    } catch (error) {
      // A session whose connection broke cannot roll back; the first error is the one to tell.
      await session.exec('rollback').catch(() => {})
      throw error
    }
  })
}

/** Claims of an access token, as PostgREST hands them to SQL. */
export type Claims = { role: string; sub?: string } & Record<string, unknown>

/** Sets role and claims for the rest of the transaction, in one statement (each one is a trip into WASM). */
export const CLAIMS_SQL = `select set_config('role', $1, true), set_config('request.jwt.claim.sub', $2, true),
 set_config('request.jwt.claim.role', $1, true), set_config('request.jwt.claims', $3, true)`

/** One transaction as the person these claims describe; what PostgREST does for a request. */
export function asCaller<T>(engine: Engine, claims: Claims, work: (session: Session) => Promise<T>): Promise<T> {
  return transaction(engine, undefined, async (session) => {
    await session.query(CLAIMS_SQL, [claims.role, claims.sub ?? '', JSON.stringify(claims)])
    return work(session)
  })
}

/** What a request says of itself to SQL. */
export type RequestVars = { auth?: { uid?: unknown; role?: string; jwt?: unknown }; storage?: { operation?: string } }

/** The call of a function over HTTP, as `current_setting('request.…')` shows it. */
type RpcCall = { method: string; path: string; requestHeaders?: Record<string, string>; readOnly?: boolean }

const known = new Set(['anon', 'authenticated', 'service_role'])

/** One statement for what PostgREST sets for a request: role, claims, and for functions the HTTP request itself. */
export function contextSql(vars: RequestVars, rpc: RpcCall | undefined): string {
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
