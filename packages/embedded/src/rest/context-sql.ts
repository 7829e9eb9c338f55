import type { ConnectionContextOptions } from '@supabase/lite'
import { escapeLiteral } from 'pg'

/** What lite tells `withContext` about a request; typed here because lite leaves it `unknown`. */
export type RequestVars = { auth?: { uid?: unknown; role?: string; jwt?: unknown }; storage?: { operation?: string } }

const known = new Set(['anon', 'authenticated', 'service_role'])

/** One statement for what PostgREST sets for a request: role, claims, and for functions the HTTP request itself. */
export function contextSql(vars: RequestVars, rpc: ConnectionContextOptions['rpc']): string {
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
