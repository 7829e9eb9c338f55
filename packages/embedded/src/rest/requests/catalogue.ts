import type { Engine } from '../../database/engine.ts'

/** What there is to ask for: columns by relation, and names of arguments by function (of all its signatures). */
export type Catalogue = {
  columns: ReadonlyMap<string, ReadonlySet<string>>
  /** Of relations that a role may read in part only, as `role relation`: the columns that it may read, in their order. */
  readable: ReadonlyMap<string, readonly string[]>
  functions: ReadonlyMap<string, ReadonlySet<string>>
  /** Relations by the names of foreign keys and their columns, by which an embed may name them. */
  references: ReadonlyMap<string, ReadonlySet<string>>
}

const COLUMNS_SQL = `select c.relname as name, array_agg(a.attname)::text[] as parts
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') group by c.relname`

const READABLE_SQL = `select r.rolname || ' ' || c.relname as name, array_agg(a.attname order by a.attnum) filter (
    where has_column_privilege(r.oid, c.oid, a.attnum, 'select'))::text[] as parts
  from pg_roles r cross join pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where r.rolname in ('anon', 'authenticated') and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and has_any_column_privilege(r.oid, c.oid, 'select') and not has_table_privilege(r.oid, c.oid, 'select')
  group by r.rolname, c.relname`

const FUNCTIONS_SQL = `select p.proname as name, coalesce(array_agg(distinct a.name) filter (where a.name <> ''), '{}')::text[] as parts
  from pg_proc p left join lateral unnest(p.proargnames) as a (name) on true
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' group by p.proname`

const REFERENCES_SQL = `select reference as name, array_agg(distinct relation)::text[] as parts from (
    select k.conname::text as reference, r.relname::text as relation from pg_constraint k join pg_class r on r.oid in (k.confrelid, k.conrelid)
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace
    union all
    select a.attname::text, r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and cardinality(k.conkey) = 1) as named
  group by reference`

type Row = { name: string; parts: string[] }

const byName = (rows: Row[]) => new Map(rows.map(({ name, parts }) => [name, new Set(parts)]))

async function read(engine: Engine): Promise<Catalogue> {
  const ask = async (sql: string) => (await engine.session((session) => session.query(sql))).rows as Row[]
  return {
    columns: byName(await ask(COLUMNS_SQL)),
    readable: new Map((await ask(READABLE_SQL)).map(({ name, parts }) => [name, parts])),
    functions: byName(await ask(FUNCTIONS_SQL)),
    references: byName(await ask(REFERENCES_SQL)),
  }
}

/** Read once, and again after `forget`, which is to be called after migrations. */
export function openCatalogue(engine: Engine): { read: () => Promise<Catalogue>; forget: () => void } {
  let known: Promise<Catalogue> | undefined
  const forget = () => {
    known = undefined
  }
  return {
    read: () => {
      known ??= read(engine).catch((error: unknown) => {
        forget()
        throw error
      })
      return known
    },
    forget,
  }
}
