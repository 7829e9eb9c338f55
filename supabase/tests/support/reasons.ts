import type { Harness } from './harness.ts'

/**
 * Why a table or function is an exception, as its comment says after `mark`: "Stays: with its post." The reason ends with
 * the comment, or where the next mark begins.
 */
export async function reasons(t: Harness, mark: 'Stays' | 'Not exported' | 'No quota'): Promise<Map<string, string>> {
  const { rows } = await t.owner(
    `select n.nspname || '.' || c.relname as name, substring(obj_description(c.oid, 'pg_class') from $1) as reason
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p')
     union all
     select n.nspname || '.' || p.proname, substring(obj_description(p.oid, 'pg_proc') from $1)
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`,
    [`\\m${mark}: (.+?)(?: (?:Stays|Not exported|No quota): .*)?$`],
  )
  return new Map(rows.flatMap(({ name, reason }) => (reason ? [[String(name), String(reason)] as const] : [])))
}
