import fs from 'node:fs'
import path from 'node:path'
import { type Engine, isPgError, type Session } from '../database/engine.ts'
import { BULK_LIMITS } from '../database/limits.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { putSecrets } from '../gateway/secrets.ts'
import { ensurePlatform } from '../platform/platform.ts'
import { differingTables, tableContents } from './dump.ts'
import { BackupError } from './installation.ts'

/** Rows per statement. */
const BATCH = 500

/** Tables with their own rows, with the definition of partitions; without the record of migrations, which each database writes itself. */
const TABLES_SQL = `select format('%I.%I', n.nspname, c.relname) as name,
    case when c.relispartition then format('create table %I.%I partition of %s %s', n.nspname, c.relname,
      i.inhparent::regclass, pg_get_expr(c.relpartbound, c.oid)) end as partition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_inherits i on i.inhrelid = c.oid
  where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$|supabase_migrations$|embedded$|embedded_realtime$)' order by 1`

const COLUMNS_SQL = `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`

const SEQUENCES_SQL = `select format('%I.%I', schemaname, sequencename) as name, last_value from pg_sequences
  where schemaname !~ '^(pg_|information_schema$|embedded_realtime$)' and last_value is not null`

async function tables(session: Session): Promise<{ name: string; partition: string | null }[]> {
  const { rows } = await session.query(TABLES_SQL)
  return rows.map(({ name, partition }) => ({
    name: String(name),
    partition: partition === null ? null : String(partition),
  }))
}

/** Text in both directions: values that are never parsed as numbers or dates cannot be altered by parsing. */
async function moveTable(from: Session, to: Session, name: string): Promise<void> {
  const { rows: columns } = await to.query(COLUMNS_SQL, [name])
  const list = String(columns[0]?.list)
  await from.exec(`declare moving no scroll cursor for select row_to_json(t)::text as row from ${name} t`)
  for (;;) {
    const { rows } = await from.query(`fetch ${BATCH} from moving`)
    if (rows.length === 0) break
    await to.query(
      `insert into ${name} (${list}) overriding system value select ${list} from json_populate_recordset(null::${name}, $1::json)`,
      [`[${rows.map(({ row }) => String(row)).join(',')}]`],
    )
  }
  await from.exec('close moving')
}

/**
 * Moves every row of a database into another with the same schema, in one transaction of each. Rows that migrations
 * inserted there are deleted first. Triggers are disabled, because their effects are among the rows; that takes a
 * superuser, or the right that bootstrap.sql gives.
 */
async function moveRows(from: Session, to: Session): Promise<void> {
  await from.exec('begin isolation level repeatable read read only')
  await to.exec(
    'begin; set local session_replication_role = replica; set local idle_in_transaction_session_timeout = 0',
  )
  const [source, target] = [await tables(from), new Set((await tables(to)).map(({ name }) => name))]
  await to.exec(`truncate ${[...target].join(', ')} cascade`)
  for (const { name, partition } of source)
    if (partition && !target.has(name)) await to.exec(`set local role app_owner; ${partition}; reset role`)
  for (const { name } of source) await moveTable(from, to, name)
  const { rows } = await from.query(SEQUENCES_SQL)
  for (const { name, last_value } of rows) await to.query('select setval($1::regclass, $2::bigint)', [name, last_value])
  await to.exec('commit')
  await from.exec('commit')
}

/** The embedded database of a backup, migrated to this program's version, so that both have the same tables. */
async function openSource(unpacked: string, migrationsDir: string): Promise<Engine> {
  const { openPglite } = await import('../database/pglite.ts')
  const engine = await openPglite(path.join(unpacked, 'pg'))
  try {
    await migrate(engine, (await ensurePlatform(engine)).owner, migrationsDir)
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

const ownRecord = (table: string) => table.startsWith('supabase_migrations.') || table.startsWith('embedded.')

async function requireSame(from: Engine, to: Engine): Promise<void> {
  const [before, after] = [
    await from.session((all) => tableContents(all), BULK_LIMITS),
    await to.session((all) => tableContents(all), BULK_LIMITS),
  ]
  const [first] = differingTables(before, after).filter((table) => !ownRecord(table))
  if (first !== undefined) throw new BackupError(`Nach dem Umzug ist ${first} nicht, was gesichert wurde.`)
}

/** Fills the empty database of `databaseUrl` from an unpacked backup of an embedded one, keys included. Throws BackupError. */
export async function moveEmbedded(databaseUrl: string, unpacked: string, migrationsDir: string): Promise<number> {
  const target = await openDatabase({ databaseUrl }, () => {})
  try {
    const { owner } = await ensurePlatform(target.engine)
    await migrate(target.engine, owner, migrationsDir)
    const source = await openSource(unpacked, migrationsDir)
    try {
      await source.session((from) => target.engine.session((to) => moveRows(from, to), BULK_LIMITS), BULK_LIMITS)
      await requireSame(source, target.engine)
    } finally {
      await source.close()
    }
    await putSecrets(target.engine, fs.readFileSync(path.join(unpacked, 'secrets.json'), 'utf8'))
  } catch (error) {
    if (!isPgError(error) || error.code !== '42501') throw error
    throw new BackupError(
      'Dem Datenbank-Benutzer fehlen Rechte für den Umzug. Lass einmal als Superuser packages/embedded/src/platform/bootstrap.sql laufen; dort steht, wie.',
      error,
    )
  } finally {
    await target.close()
  }
  for (const name of ['pg', 'secrets.json']) fs.rmSync(path.join(unpacked, name), { recursive: true })
  return 0 // both were migrated on the way
}
