import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../directory/start-error.ts'
import { words } from '../words.ts'
import { type Engine, isPgError, LOCK_NOT_AVAILABLE, type Session } from './engine.ts'
import { BULK_LIMITS, type Limits } from './limits.ts'
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
  let line = 1
  let counted = 0
  const push = (end: number) => {
    const code = firstCode(sql, start, end)
    if (code < end) {
      line += sql.slice(counted, code).split('\n').length - 1
      counted = code
      statements.push({ text: sql.slice(start, end).trim(), line })
    }
    start = end + 1
  }
  const plain = /[^-/'"$;]+/y
  for (let at = 0; at < sql.length; ) {
    plain.lastIndex = at
    if (plain.test(sql)) at = plain.lastIndex
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

/** The program that uses a database. */
export type Program = {
  version: string
  /**
   * `schema.function` without arguments that returns the least version of the program able to serve the schema. A
   * migration that an older one could not live with replaces it.
   */
  least: string
  /** The same for which program served the database last, for whoever cannot open it; may return null. */
  last?: string | undefined
}

/** Changes with every character but blanks and semicolons, in which tools differ that record the same file. */
const checksumOf = (sql: string): string => {
  const statements = sqlStatements(sql).map(({ text }) => text)
  return createHash('sha256')
    .update(statements.join('').replaceAll(/[ \t\r\n;]/g, ''))
    .digest('hex')
}

/** The same of the recorded statements; null where a tool has recorded none. */
const APPLIED = `select version, encode(sha256(convert_to(
  translate(array_to_string(statements, ''), E' \\t\\r\\n;', ''), 'UTF8')), 'hex') as checksum
 from supabase_migrations.schema_migrations order by version`

const numbersOf = (version: string) => version.split(/[.+-]/, 3).map(Number)

/** Whether a version (`1.10.0`) is not older than another. */
export function isAtLeast(version: string, least: string): boolean {
  const [own, needed] = [numbersOf(version), numbersOf(least)]
  const at = needed.findIndex((number, index) => number !== own[index])
  return at < 0 || Number(own[at]) > Number(needed[at])
}

/** What a function of the schema says of programs; undefined where there is none, or where it does not know. */
async function toldBy(session: Session, name: string | undefined): Promise<string | undefined> {
  if (!name) return undefined
  const { rows } = await session.query('select to_regprocedure($1) is not null as known', [`${name}()`])
  if (rows[0]?.known !== true) return undefined
  const answer = await session.query(`select ${name}() as said`)
  const said = answer.rows[0]?.said
  return typeof said === 'string' ? said : undefined
}

const newer = (newest: string, program: Program | undefined, least: string | undefined) =>
  new StartError(
    'database_newer',
    program && least ? words.start.needsNewerProgram(least, program.version) : words.start.unknownMigration(newest),
  )

/** What a database has run, compared with the files of a program. */
type History = {
  /** To be applied. */
  missing: Migration[]
  /** Applied by a newer version whose schema this program can serve. */
  ahead: string[]
}

async function historyOf(session: Session, dir: string, program: Program | undefined): Promise<History> {
  const known = migrationsIn(dir)
  const { rows } = await session.query(APPLIED)
  const applied = new Map(rows.map(({ version, checksum }) => [String(version), checksum]))
  const missing = known.filter(({ version }) => !applied.has(version))
  const files = new Set(known.map(({ version }) => version))
  const ahead = [...applied.keys()].filter((version) => !files.has(version))
  if (ahead.length > 0) {
    const least = await toldBy(session, program?.least)
    // With gaps it is no older version but another line of them.
    const serves = program && least && missing.length === 0 && isAtLeast(program.version, least)
    if (!serves) throw newer(ahead.at(-1) ?? '', program, least)
  }
  const changed = known.filter(({ version, file }) => {
    const recorded = applied.get(version)
    return typeof recorded === 'string' && recorded !== checksumOf(fs.readFileSync(path.join(dir, file), 'utf8'))
  })
  if (changed[0]) {
    const last = await toldBy(session, program?.last)
    throw new StartError(
      'migration_changed',
      words.start.migrationChanged(changed[0].file, changed.length, known.length, last),
    )
  }
  return { missing, ahead }
}

/**
 * Whether this program can open the database, which is only read; gives how many migrations are missing. Fails as `migrate`
 * does.
 */
export async function checkHistory(engine: Engine, owner: string, dir: string, program?: Program): Promise<number> {
  const { missing } = await transaction(engine, owner, (session) => historyOf(session, dir, program), BULK_LIMITS)
  return missing.length
}

async function run(session: Session, migration: Migration, statement: SqlStatement): Promise<void> {
  try {
    await session.query(statement.text)
  } catch (error) {
    if (!isPgError(error)) throw error
    throw new StartError(
      'migration_failed',
      words.start.migrationFailed(migration.file, statement.line, error.message),
      error,
    )
  }
}

/** Whoever waits for a lock holds up everybody who comes after: so a migration gives way and tries again. */
const MIGRATION_LIMITS: Limits = { ...BULK_LIMITS, lock: 3_000 }
const TRIES = 30
const GIVE_WAY_MS = 500

const isLocked = (error: unknown) =>
  error instanceof StartError && isPgError(error.cause) && error.cause.code === LOCK_NOT_AVAILABLE

async function apply(engine: Engine, owner: string, dir: string, migration: Migration, tries = TRIES): Promise<void> {
  const statements = sqlStatements(fs.readFileSync(path.join(dir, migration.file), 'utf8'))
  const perform = async (session: Session) => {
    for (const statement of statements) await run(session, migration, statement)
    // A file may change these for itself; the record is the owner's in any case.
    await session.exec(`set local role ${owner}`)
    await session.query(
      'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
      [migration.version, migration.name, statements.map((statement) => statement.text)],
    )
  }
  try {
    await transaction(engine, owner, perform, MIGRATION_LIMITS)
  } catch (error) {
    if (tries === 1 || !isLocked(error)) throw error
    await pause(GIVE_WAY_MS)
    await apply(engine, owner, dir, migration, tries - 1)
  }
}

/** How many migrations were applied, and how many the database has that this program does not know. */
export type Migrated = { applied: number; ahead: number }

/**
 * Applies missing migrations in order, each file in its own transaction, and records them as `supabase db push` does.
 * Refuses with a StartError, and changes nothing then: a database whose schema needs a newer program (`database_newer`;
 * without `program` every one that has run unknown migrations), and one that has run a file with other contents
 * (`migration_changed`). `until`: the last migration to apply, which the program must have; default: all.
 */
export async function migrate(
  engine: Engine,
  owner: string,
  dir: string,
  program?: Program,
  until?: string,
): Promise<Migrated> {
  if (until && !migrationsIn(dir).some(({ version }) => version === until)) throw newer(until, program, undefined)
  const read = async (session: Session) => {
    await session.exec(HISTORY)
    return historyOf(session, dir, program)
  }
  const { missing, ahead } = await transaction(engine, owner, read, BULK_LIMITS)
  const wanted = missing.filter(({ version }) => !until || version <= until)
  for (const migration of wanted) await apply(engine, owner, dir, migration)
  return { applied: wanted.length, ahead: ahead.length }
}
