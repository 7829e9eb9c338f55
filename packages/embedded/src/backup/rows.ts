import type { Session } from '../database/engine.ts'
import { columnContents, type Tables } from './table-contents.ts'

/** Rows per statement, and per file of a portable backup. */
const BATCH = 500

/** A table with rows of its own. `columns`: those that are stored, as SQL; `partition`: the statement that makes it, if it is one. */
export type Table = { name: string; columns: string; partition: string | null }

/** The rows of a database, for another one of any version of PostgreSQL that has the same tables. */
export type Rows = {
  tables: readonly Table[]
  sequences: readonly { name: string; last: string }[]
  /** Arrays of rows as JSON text. */
  batches: (table: Table) => AsyncIterable<string>
}

/** Without the records that each database writes itself: its migrations, the server's notes, the queue of live updates. */
const TABLES_SQL = `select format('%I.%I', n.nspname, c.relname) as name,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    case when c.relispartition then format('create table %I.%I partition of %s %s', n.nspname, c.relname,
      i.inhparent::regclass, pg_get_expr(c.relpartbound, c.oid)) end as partition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_inherits i on i.inhrelid = c.oid
  where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$|supabase_migrations$|embedded$|embedded_realtime$)' order by 1`

const SEQUENCES_SQL = `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
  where schemaname !~ '^(pg_|information_schema$|embedded_realtime$)' and last_value is not null`

async function tablesOf(session: Session): Promise<Table[]> {
  const { rows } = await session.query(TABLES_SQL)
  return rows.map(({ name, columns, partition }) => ({
    name: String(name),
    columns: String(columns),
    partition: partition === null ? null : String(partition),
  }))
}

/** Text in both directions: values that are never parsed as numbers or dates cannot be altered by parsing. */
async function* batchesOf(session: Session, { name, columns }: Table): AsyncGenerator<string> {
  await session.exec(
    `declare moving no scroll cursor for select row_to_json(t)::text as row from (select ${columns} from ${name}) t`,
  )
  for (;;) {
    const { rows } = await session.query(`fetch ${BATCH} from moving`)
    if (rows.length === 0) break
    yield `[${rows.map(({ row }) => String(row)).join(',')}]`
  }
  await session.exec('close moving')
}

/** Gives `use` the rows of a database, and their hashes, as of one moment. */
export async function readRows<T>(session: Session, use: (rows: Rows, contents: Tables) => Promise<T>): Promise<T> {
  await session.exec(
    'begin isolation level repeatable read read only; set local idle_in_transaction_session_timeout = 0',
  )
  const tables = await tablesOf(session)
  const { rows: sequences } = await session.query(SEQUENCES_SQL)
  const rows: Rows = {
    tables,
    sequences: sequences.map(({ name, last }) => ({ name: String(name), last: String(last) })),
    batches: (table) => batchesOf(session, table),
  }
  const used = await use(rows, await columnContents(session, tables))
  await session.exec('commit')
  return used
}

/**
 * Puts rows into a database in one transaction. Rows that migrations inserted there are deleted first. Triggers are
 * disabled, because their effects are among the rows; that takes a superuser, or the right that bootstrap.sql gives.
 */
export async function fillRows(session: Session, { tables, sequences, batches }: Rows): Promise<void> {
  await session.exec(
    'begin; set local session_replication_role = replica; set local idle_in_transaction_session_timeout = 0',
  )
  const made = new Set((await tablesOf(session)).map(({ name }) => name))
  await session.exec(`truncate ${[...made].join(', ')} cascade`)
  for (const { name, partition } of tables)
    if (partition && !made.has(name)) await session.exec(`set local role app_owner; ${partition}; reset role`)
  for (const table of tables) {
    const { name, columns } = table
    const insert = `insert into ${name} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${name}, $1::json)`
    for await (const batch of batches(table)) await session.query(insert, [batch])
  }
  for (const { name, last } of sequences) await session.query('select setval($1::regclass, $2::bigint)', [name, last])
  await session.exec('commit')
}
