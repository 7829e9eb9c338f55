import type { Session } from '@hot/embedded/database/engine'

/** Functions of the platform that read the caller's claims, and fail on claims that are neither JSON nor a uuid. */
const failing = new Set(['auth.uid', 'auth.jwt', 'auth.role', 'auth.email'])

/** What says something about the caller without failing. */
const readsCaller = /current_setting|session_user|\bcurrent_user\b|current_role/
const passesOverErrors = /\bexception\s+when\b/i

type Found = { name: string; source: string }

const FUNCTIONS = `select n.nspname || '.' || p.proname as name, coalesce(p.prosrc, '') || coalesce(pg_get_function_sqlbody(p.oid), '') as source
 from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname not in ('pg_catalog', 'information_schema')`
const POLICIES = `select n.nspname || '.' || c.relname as name, pg_get_expr(p.polqual, p.polrelid) as source
 from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
 where p.polcmd in ('r', '*')`

/** Expressions are written out with every name in its schema, when the search path is empty. */
async function sources(session: Session, sql: string): Promise<Map<string, string>> {
  const { rows } = await session.query(sql)
  const found = new Map<string, string>()
  for (const { name, source } of rows as Found[]) found.set(name, `${found.get(name) ?? ''}\n${source}`)
  return found
}

/**
 * Those of these tables whose policies, or anything that these call or read, may find out who asks without failing when the
 * claims cannot be read. Every name that occurs counts as called or read: too many rather than too few.
 */
export async function unprovenTables(session: Session, tables: readonly string[]): Promise<Set<string>> {
  await session.exec(`set local search_path = ''`)
  const functions = await sources(session, FUNCTIONS)
  const policies = await sources(session, POLICIES)
  await session.exec('set local search_path = public, extensions')
  const isProven = (name: string, before: ReadonlySet<string>): boolean => {
    if (before.has(name) || failing.has(name)) return true
    const seen = new Set([...before, name])
    const source = `${functions.get(name) ?? ''}\n${policies.get(name) ?? ''}`
    if (readsCaller.test(source) || passesOverErrors.test(source)) return false
    const named = new Set(
      [...source.matchAll(/\b([a-z_]\w*)\.([a-z_]\w*)/g)].map(([, schema, part]) => `${schema}.${part}`),
    )
    return [...named].every((other) => (functions.has(other) || policies.has(other) ? isProven(other, seen) : true))
  }
  return new Set(tables.filter((table) => !isProven(table, new Set())))
}
