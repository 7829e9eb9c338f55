import fs from 'node:fs'
import path from 'node:path'
import { StartError } from '../directory/start-error.ts'
import { type Engine, isPgError, type Session } from './engine.ts'
import { BULK_LIMITS } from './limits.ts'
import { transaction } from './transaction.ts'

/** One statement of a file: its text without the semicolon, and the line (from 1) on which it begins. */
type SqlStatement = { text: string; line: number }

/** The end of what begins at `at` and hides semicolons: comment, quoted text, quoted name, dollar quote. */
function hiddenUntil(sql: string, at: number): number | undefined {
  const two = sql.slice(at, at + 2)
  if (two === '--') return indexOrEnd(sql, '\n', at)
  if (two === '/*') return blockCommentEnd(sql, at)
  const char = sql[at]
  if (char === "'") return quoteEnd(sql, at, "'", /[eE]/.test(sql[at - 1] ?? '') && !/\w/.test(sql[at - 2] ?? ''))
  if (char === '"') return quoteEnd(sql, at, '"', false)
  if (char !== '$' || /[\w$]/.test(sql[at - 1] ?? '')) return undefined
  const tag = /^\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/.exec(sql.slice(at, at + 70))?.[0]
  return tag ? indexOrEnd(sql, tag, at + tag.length, tag.length) : undefined
}

function indexOrEnd(sql: string, needle: string, from: number, skip = 1): number {
  const at = sql.indexOf(needle, from)
  return at < 0 ? sql.length : at + skip
}

/** PostgreSQL nests block comments. */
function blockCommentEnd(sql: string, from: number): number {
  let depth = 0
  for (let at = from; at < sql.length; at++) {
    const two = sql.slice(at, at + 2)
    if (two === '/*') depth++
    if (two === '*/') depth--
    if (two === '/*' || two === '*/') at++
    if (depth === 0) return at + 1
  }
  return sql.length
}

function quoteEnd(sql: string, from: number, quote: string, escapes: boolean): number {
  for (let at = from + 1; at < sql.length; at++) {
    if (escapes && sql[at] === '\\') at++
    else if (sql[at] === quote && sql[at + 1] === quote) at++
    else if (sql[at] === quote) return at + 1
  }
  return sql.length
}

/** Where the statement itself begins: after blanks and comments. */
function firstCode(sql: string, from: number, to: number): number {
  let at = from
  while (at < to) {
    const two = sql.slice(at, at + 2)
    if (/\s/.test(sql[at] ?? '')) at++
    else if (two === '--' || two === '/*') at = hiddenUntil(sql, at) ?? to
    else return at
  }
  return to
}

/**
 * Splits a migration into its statements, as Supabase's CLI records them. `begin atomic` bodies are not known: write
 * function bodies in dollar quotes.
 */
export function sqlStatements(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = []
  let start = 0
  const push = (end: number) => {
    const code = firstCode(sql, start, end)
    if (code < end) statements.push({ text: sql.slice(start, end).trim(), line: sql.slice(0, code).split('\n').length })
    start = end + 1
  }
  for (let at = 0; at < sql.length; ) {
    const hidden = hiddenUntil(sql, at)
    if (hidden !== undefined) at = hidden
    else if (sql[at++] === ';') push(at - 1)
  }
  push(sql.length)
  return statements
}

/** A file of `supabase/migrations`: `20250101000000_name.sql`, as Supabase's CLI names them. */
type Migration = { version: string; name: string; file: string }

/** The CLI's own table (supabase/cli, pkg/migration/history.go). */
const HISTORY = `create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
alter table supabase_migrations.schema_migrations add column if not exists statements text[];
alter table supabase_migrations.schema_migrations add column if not exists name text;`

function migrationsIn(dir: string): Migration[] {
  return fs
    .readdirSync(dir)
    .flatMap((file) => {
      const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? []
      return version && name !== undefined ? [{ version, name, file }] : []
    })
    .sort((a, b) => (a.version < b.version ? -1 : 1))
}

async function appliedVersions(engine: Engine, owner: string): Promise<Set<string>> {
  const read = async (session: Session) => {
    await session.exec(HISTORY)
    return (await session.query('select version from supabase_migrations.schema_migrations')).rows
  }
  const rows = await transaction(engine, owner, read, BULK_LIMITS)
  return new Set(rows.map((row) => String(row.version)))
}

async function run(session: Session, migration: Migration, statement: SqlStatement): Promise<void> {
  try {
    await session.query(statement.text)
  } catch (error) {
    if (!isPgError(error)) throw error
    const where = `${migration.file}, Zeile ${statement.line}`
    throw new StartError(
      'migration_failed',
      `Die Datenbank ließ sich nicht aktualisieren (${where}): ${error.message}`,
      error,
    )
  }
}

/**
 * Applies missing migrations in order, each file in its own transaction, and records them as `supabase db push` does.
 * A database that knows migrations this code does not is newer than the code: refused, nothing is changed.
 * Gives back how many were applied.
 */
export async function migrate(engine: Engine, owner: string, dir: string): Promise<number> {
  const known = migrationsIn(dir)
  const applied = await appliedVersions(engine, owner)
  const unknown = [...applied].filter((version) => !known.some((migration) => migration.version === version))
  if (unknown.length > 0) {
    const newest = unknown.sort().at(-1)
    throw new StartError(
      'database_newer',
      `Die Datenbank ist neuer als dieses Programm (sie kennt ${newest}). Bitte die aktuelle Version starten.`,
    )
  }
  const missing = known.filter((migration) => !applied.has(migration.version))
  for (const migration of missing) {
    const statements = sqlStatements(fs.readFileSync(path.join(dir, migration.file), 'utf8'))
    const apply = async (session: Session) => {
      for (const statement of statements) await run(session, migration, statement)
      // A file may change these for itself; the record is the owner's in any case.
      await session.exec(`set local role ${owner}`)
      await session.query(
        'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
        [migration.version, migration.name, statements.map((statement) => statement.text)],
      )
    }
    await transaction(engine, owner, apply, BULK_LIMITS)
  }
  return missing.length
}
