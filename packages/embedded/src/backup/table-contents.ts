import type { Session } from '../database/engine.ts'
import type { Manifest } from './manifest.ts'

type Tables = NonNullable<Manifest['tables']>

/** Partitioned tables are their partitions; nothing of the database itself. */
const TABLES_SQL = `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$)' order by 1`

/**
 * Rows and a hash of every table, the same for the same rows in whatever order they lie. The session's settings for dates
 * and numbers must be those of `openDatabase`.
 */
export async function tableContents(session: Session): Promise<Tables> {
  const { rows: tables } = await session.query(TABLES_SQL)
  const contents: Tables = {}
  for (const { name } of tables) {
    const { rows } = await session.query(
      `select count(*)::int as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash from ${name} t`,
    )
    contents[String(name)] = { rows: Number(rows[0]?.rows), hash: String(rows[0]?.hash) }
  }
  return contents
}

/** Names of the tables whose contents differ. */
export function differingTables(one: Tables, other: Tables): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => one[name]?.hash !== other[name]?.hash).sort()
}
