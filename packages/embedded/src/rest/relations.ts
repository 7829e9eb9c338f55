import type { Engine } from '../database/engine.ts'
import type { ForeignKey, Relations } from './embeds.ts'

/** Rows a page of a table holds while nobody has counted: 100 bytes each. */
const ROWS_A_PAGE = 82
const COUNTED_FOR_MS = 60_000

/** Rows as the planner estimates them: the density of the last ANALYZE by the pages there are now. */
const TABLES_SQL = `select c.relname as name,
    ceil(case when c.reltuples > 0 and c.relpages > 0 then c.reltuples / c.relpages else ${ROWS_A_PAGE} end
      * (pg_relation_size(c.oid) / current_setting('block_size')::int))::float8 as rows,
    array(select a.attname from pg_constraint p, unnest(p.conkey) k, pg_attribute a
      where p.conrelid = c.oid and p.contype = 'p' and a.attrelid = c.oid and a.attnum = k)::text[] as keys
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`

const KEYS_SQL = `select k.conname as name, c.relname as table, r.relname as "refTable",
    array(select a.attname from unnest(k.conkey) n, pg_attribute a where a.attrelid = c.oid and a.attnum = n)::text[] as columns
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace`

type TableRow = { name: string; rows: number; keys: string[] }

/** What embeds are limited by, read again every minute because tables grow. */
export function openRelations(engine: Engine, maxRows: number, now: () => number = Date.now) {
  let known: { at: number; relations: Promise<Relations> } | undefined

  const read = async (): Promise<Relations> => {
    const [tables, keys] = await engine.session(async (session) => [
      (await session.query(TABLES_SQL)).rows as TableRow[],
      (await session.query(KEYS_SQL)).rows as ForeignKey[],
    ])
    return {
      foreignKeys: keys,
      primaryKeys: new Map(tables.map(({ name, keys: columns }) => [name, columns])),
      rows: new Map(tables.map(({ name, rows }) => [name, rows])),
      maxRows,
    }
  }

  return (): Promise<Relations> => {
    if (!known || now() - known.at > COUNTED_FOR_MS) {
      const relations = read()
      known = { at: now(), relations }
      relations.catch(() => {
        known = undefined
      })
    }
    return known.relations
  }
}
