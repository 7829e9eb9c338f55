import type { Engine } from '../database/engine.ts'

/**
 * Embedded resources multiply: each level repeats the one below for every row. PostgREST's `db-max-rows` bounds each
 * level, not the product, and a request of 200 bytes could keep the database busy for seconds. So a request is refused
 * before anything is executed when it goes too deep, returns to a table, or could read too many rows.
 */
const MAX_LEVELS = 3
/** Ten times the rows of one answer: about 0.1 s of work on one core, and 5 MB of JSON at 500 bytes a row. */
const MAX_TOTAL_ROWS = 10_000

type ForeignKey = { name: string; table: string; columns: readonly string[]; refTable: string }

/** What the limits depend on: how tables hang together, what identifies a row, and how many rows there are. */
export type Relations = {
  foreignKeys: readonly ForeignKey[]
  primaryKeys: ReadonlyMap<string, readonly string[]>
  /** Estimated rows by table; of others (views, functions) nothing is known. */
  rows: ReadonlyMap<string, number>
  /** Rows of each level that names no smaller limit. */
  maxRows: number
}

type Joined = { from?: string; hint?: string }
type Level = { select?: readonly unknown[]; join?: Readonly<Record<string, Joined>>; limit?: number }
/** A parsed request, as far as this reads it. `from` is absent for a function. */
export type ParsedRequest = Level & { from?: string; where?: Readonly<Record<string, unknown>>; values?: unknown }

export type EmbedRefusal = { code: string; message: string; details: string; hint: string }

/** SQLSTATE statement_too_complex. */
const refused = (message: string, details: string, hint: string): EmbedRefusal => ({
  code: '54001',
  message,
  details,
  hint,
})

const tooDeep = (name: string, level: number) =>
  refused(
    `More than ${MAX_LEVELS} levels of embedded resources are not allowed`,
    `'${name}' is on level ${level}.`,
    'Ask for the deeper resources in a request of their own.',
  )

const embeddedTwice = (name: string, table: string) =>
  refused(
    `'${table}' is already part of the path to the embedded resource '${name}'`,
    'A resource can be embedded once on each path.',
    'Ask for it in a request of its own.',
  )

const tooManyRows = () =>
  refused(
    `The request could read more than ${MAX_TOTAL_ROWS} rows`,
    'The rows of all levels of embedded resources count.',
    "Set smaller limits, as in 'limit=20&comments.limit=10', or filter by the primary key.",
  )

/** Rows that a level can have, and whether each row of its table appears at most once. */
type Count = { rows: number; distinct: boolean }

type Target = { table: string; toOne: boolean; isChild: boolean }

/** The table that an embed names by itself, by a foreign key or by its column, and how its rows relate to the parent's. */
function targetOf(parent: string, name: string, hint: string | undefined, { foreignKeys }: Relations): Target {
  const names = (key: ForeignKey, word: string) =>
    key.name === word || (key.columns.length === 1 && key.columns[0] === word)
  const up = foreignKeys.filter(({ table }) => table === parent)
  const down = foreignKeys.filter(({ refTable }) => refTable === parent)
  const byKey = up.find((key) => names(key, name)) ?? (hint ? up.find((key) => names(key, hint)) : undefined)
  if (byKey) return { table: byKey.refTable, toOne: true, isChild: false }
  const child = down.find((key) => key.name === name)
  const table = child?.table ?? name
  const isChild = down.some((key) => key.table === table)
  return { table, toOne: !isChild && up.some(({ refTable }) => refTable === table), isChild }
}

/** Whether the request names one row by its primary key. */
function namesOneRow({ from = '', where = {} }: ParsedRequest, { primaryKeys }: Relations): boolean {
  const keys = primaryKeys.get(from) ?? []
  const isEqual = (value: unknown) => typeof value === 'object' && value !== null && Object.hasOwn(value, '$eq')
  return keys.length > 0 && keys.every((key) => isEqual(where[key]))
}

function topRows(request: ParsedRequest, relations: Relations): number {
  const { maxRows } = relations
  if (request.values) return Array.isArray(request.values) ? request.values.length : 1
  if (namesOneRow(request, relations)) return 1
  return Math.min(request.limit ?? maxRows, maxRows, relations.rows.get(request.from ?? '') ?? maxRows)
}

/** Every entry of `select` that is an embed, with its name. */
function embedsOf({ select = [], join = {} }: Level): [name: string, embed: Level][] {
  return select.flatMap((entry) =>
    typeof entry === 'object' && entry !== null
      ? Object.entries(entry as Record<string, Level>).filter(([name]) => Object.hasOwn(join, name))
      : [],
  )
}

/** Rows of an embed for all rows above it together. Children of different parents are different rows of the table. */
function countOf(embed: Level, { table, toOne, isChild }: Target, above: Count, { maxRows, rows }: Relations): Count {
  const known = rows.get(table) ?? maxRows
  const each = toOne ? 1 : Math.min(embed.limit ?? maxRows, maxRows, known)
  const distinct = above.distinct && isChild
  return { rows: distinct ? Math.min(above.rows * each, known) : above.rows * each, distinct }
}

/** Why a parsed request is refused; undefined: it may run. */
export function refuseEmbeds(request: ParsedRequest, relations: Relations): EmbedRefusal | undefined {
  let total = topRows(request, relations)

  const visit = (level: Level, path: readonly string[], above: Count): EmbedRefusal | undefined => {
    for (const [name, embed] of embedsOf(level)) {
      const { from = name, hint } = level.join?.[name] ?? {}
      const target = targetOf(path.at(-1) ?? '', from, hint, relations)
      if (path.length > MAX_LEVELS) return tooDeep(from, path.length)
      if (path.includes(target.table)) return embeddedTwice(from, target.table)
      const count = countOf(embed, target, above, relations)
      total += count.rows
      if (total > MAX_TOTAL_ROWS) return tooManyRows()
      const below = visit(embed, [...path, target.table], count)
      if (below) return below
    }
    return undefined
  }
  return visit(request, [request.from ?? ''], { rows: total, distinct: request.from !== undefined })
}

/** Whether a request embeds anything: most do not, and need no look at the tables. */
export const embedsAnything = (request: ParsedRequest): boolean => embedsOf(request).length > 0

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
