import type { Session } from '../database/engine.ts'
import { words } from '../words.ts'
import type { Manifest } from './archive.ts'
import { BackupError } from './installation.ts'

/** Row count and hash of tables by their names. */
export type Tables = NonNullable<Manifest['tables']>

/** Tables with their own rows: partitions instead of partitioned tables, no system tables, no queue of the last seconds. */
const TABLES_SQL = `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$|embedded_realtime$)' order by 1`

/** Half of a row's MD5 as a number. */
const half = (at: 1 | 17) => `('x' || substr(hash, ${at}, 16))::bit(64)::bigint`

/**
 * Row count and hash of what stands after `from`; the hash does not depend on the order of rows. The sums of 1.8e19
 * different values each cannot be aimed at by accident, and need no room for the rows.
 */
const sumsOf = (from: string) =>
  `select count(*) as rows, md5(concat_ws(' ', count(*), sum(${half(1)}), sum(${half(17)}))) as hash
   from (select md5(t::text) as hash from ${from} t) hashes`

/** The same of manifests of format 1. */
const sortedOf = (from: string) =>
  `select count(*) as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash from ${from} t`

async function contentsOf(
  session: Session,
  tables: readonly { name: string; from: string }[],
  sqlOf: (from: string) => string,
): Promise<Tables> {
  const contents: Tables = {}
  for (const { name, from } of tables) {
    const { rows } = await session.query(sqlOf(from))
    contents[name] = { rows: Number(rows[0]?.rows), hash: String(rows[0]?.hash) }
  }
  return contents
}

/**
 * Row count and hash of every table. The session's settings for dates and numbers must be those of `openDatabase`.
 * `format`: that of the manifest to compare with.
 */
export async function tableContents(session: Session, format: Manifest['format'] = 2): Promise<Tables> {
  const { rows } = await session.query(TABLES_SQL)
  const tables = rows.map(({ name }) => ({ name: String(name), from: String(name) }))
  return contentsOf(session, tables, format === 1 ? sortedOf : sumsOf)
}

/** The same of the given columns only: a newer platform may have added some. */
export const columnContents = (
  session: Session,
  tables: readonly { name: string; columns: string }[],
): Promise<Tables> =>
  contentsOf(
    session,
    tables.map(({ name, columns }) => ({ name, from: `(select ${columns} from ${name})` })),
    sumsOf,
  )

/** Names of the tables whose contents differ. */
export function differingTables(one: Tables, other: Tables): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => one[name]?.hash !== other[name]?.hash).sort()
}

/** Throws BackupError, naming the first table that does not hold what was backed up. */
export function requireTables(backedUp: Tables, restored: Tables): void {
  const [first] = differingTables(backedUp, restored)
  if (first !== undefined) throw new BackupError(words.backup.tableDiffers(first))
}
