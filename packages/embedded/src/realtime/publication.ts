import { escapeIdentifier } from 'pg'
import type { Session } from '../database/engine.ts'
import { type Comparison, comparisonOf } from './filter.ts'

export type Role = 'anon' | 'authenticated' | 'service_role'

export type Column = {
  name: string
  /** `typname`, as Supabase writes it into `columns`. */
  type: string
  /** The same as SQL writes it. */
  sqlType: string
  comparison: Comparison
  /** Roles that may select it. */
  readers: readonly Role[]
}

/** A table of the publication `supabase_realtime`. */
export type PublishedTable = {
  schema: string
  name: string
  /** `"schema"."name"` */
  sql: string
  /** Columns of the primary key, in its order. Without one a table cannot be told about. */
  key: readonly Column[]
  columns: readonly Column[]
  /** Roles to whom row-level security shows every row: a deletion there hides nothing. */
  open: readonly Role[]
  /** Whether it may be decided for a whole role at once who sees a row (`decideSql`, `RealtimeOptions.decidedOnce`). */
  decidedOnce?: boolean
}

const TABLES = `select n.nspname as schema, c.relname as name,
  (select json_agg(k.attname order by i.place) from pg_index x, unnest(x.indkey) with ordinality i(attnum, place)
     join pg_attribute k on k.attrelid = c.oid and k.attnum = i.attnum where x.indrelid = c.oid and x.indisprimary) as key,
  (select json_agg(json_build_object('name', a.attname, 'type', t.typname, 'sqlType', format_type(a.atttypid, a.atttypmod),
      'isEnum', t.typtype = 'e', 'readers', (select coalesce(json_agg(r), '[]') from unnest($1::text[]) r
        where has_column_privilege(r, c.oid, a.attnum, 'select') and has_schema_privilege(r, n.oid, 'usage'))) order by a.attnum)
     from pg_attribute a join pg_type t on t.oid = a.atttypid where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  (select coalesce(json_agg(r), '[]') from unnest($1::text[]) r where not c.relrowsecurity
     or (select rolbypassrls from pg_roles where rolname = r)
     or (exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
           and pg_get_expr(p.polqual, c.oid) = 'true' and (p.polroles = '{0}' or to_regrole(r) = any (p.polroles)))
         and not exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive))) as open
 from pg_publication_tables f join pg_namespace n on n.nspname = f.schemaname
 join pg_class c on c.relnamespace = n.oid and c.relname = f.tablename and c.relkind = 'r'
 where f.pubname = 'supabase_realtime' order by 1, 2`

type Row = {
  schema: string
  name: string
  key: string[] | null
  columns: (Omit<Column, 'comparison'> & { isEnum: boolean })[]
  open: Role[]
}

export const ROLES: readonly Role[] = ['anon', 'authenticated', 'service_role']

function tableOf({ schema, name, key, columns, open }: Row): PublishedTable {
  const all = columns.map(({ isEnum, ...column }) => ({ ...column, comparison: comparisonOf(column.type, isEnum) }))
  const keyed = (key ?? []).flatMap((part) => all.filter((column) => column.name === part))
  const sql = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
  return { schema, name, sql, key: keyed, columns: all, open }
}

/** The tables whose changes are reported; without a primary key nothing could identify their rows. */
export async function readPublication(session: Session): Promise<PublishedTable[]> {
  const { rows } = await session.query(TABLES, [ROLES])
  return (rows as Row[]).map(tableOf).filter(({ key }) => key.length > 0)
}

/** The columns a role may read; none when it may not read the whole key, without which no row could be named to it. */
export function readableColumns({ key, columns }: PublishedTable, role: Role): readonly Column[] {
  return key.every(({ readers }) => readers.includes(role))
    ? columns.filter(({ readers }) => readers.includes(role))
    : []
}
