import { spawn } from 'node:child_process'
import path from 'node:path'
import type { Session } from '../database/engine.ts'
import { BULK_LIMITS } from '../database/limits.ts'
import { openDatabase } from '../database/open-database.ts'
import { DUMP, type Manifest } from './archive.ts'
import { VERSIONS_SQL } from './copy-database.ts'
import { BackupError } from './installation.ts'

type Program = 'pg_dump' | 'pg_restore'

const missing = (program: Program) =>
  `${program} fehlt auf dieser Maschine. Bitte die Client-Programme von PostgreSQL installieren (Debian: postgresql-client).`

/** The password goes by the environment, because the process list shows arguments. */
function connection(databaseUrl: string): { dbname: string; env: Record<string, string> } {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  return { dbname: url.href, env: password ? { PGPASSWORD: password } : {} }
}

async function run(program: Program, args: readonly string[], env: Record<string, string>) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-4_000)
    })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new BackupError(missing(program), error) : error),
    )
    child.once('close', resolve)
  })
  return { code, output: output.trim() }
}

/** Checked first, because an older pg_dump refuses a newer server with an obscure message. */
export async function requireProgram(program: Program, serverVersion: string): Promise<void> {
  const { output } = await run(program, ['--version'], {})
  const [own, needed] = [/ (\d+)/.exec(output)?.[1], /^\d+/.exec(serverVersion)?.[0]].map(Number) as [number, number]
  if (own >= needed) return
  throw new BackupError(
    `${program} ist Version ${own}, die Datenbank Version ${needed}. Bitte postgresql-client-${needed} installieren.`,
  )
}

/** Runs one of PostgreSQL's own programs. Throws BackupError with the last line of its output. */
export async function runProgram(program: Program, args: readonly string[], databaseUrl: string): Promise<void> {
  const { dbname, env } = connection(databaseUrl)
  const { code, output } = await run(program, [...args, '--dbname', dbname], env)
  if (code === 0) return
  const line = output.split('\n').findLast((text) => text.includes('error')) ?? output.split('\n').at(-1)
  throw new BackupError(`${program} ist gescheitert: ${line}`)
}

type Tables = NonNullable<Manifest['tables']>

/** Tables with their own rows: partitions instead of partitioned tables, no system tables, no queue of the last seconds. */
const TABLES_SQL = `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$|embedded_realtime$)' order by 1`

/** Half of a row's MD5 as a number. */
const half = (at: 1 | 17) => `('x' || substr(hash, ${at}, 16))::bit(64)::bigint`

/**
 * Row count and hash of a table by the format of the manifest; neither hash depends on the order of rows. The sums of 1.8e19
 * different values each cannot be aimed at by accident, and need no room for the rows.
 */
const CONTENTS_SQL: Readonly<Record<Manifest['format'], (table: string) => string>> = {
  1: (table) =>
    `select count(*) as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash from ${table} t`,
  2: (table) =>
    `select count(*) as rows, md5(concat_ws(' ', count(*), sum(${half(1)}), sum(${half(17)}))) as hash
     from (select md5(t::text) as hash from ${table} t) hashes`,
}

/**
 * Row count and hash of every table. The session's settings for dates and numbers must be those of `openDatabase`.
 * `format`: that of the manifest to compare with.
 */
export async function tableContents(session: Session, format: Manifest['format'] = 2): Promise<Tables> {
  const { rows: tables } = await session.query(TABLES_SQL)
  const contents: Tables = {}
  for (const { name } of tables) {
    const { rows } = await session.query(CONTENTS_SQL[format](String(name)))
    contents[String(name)] = { rows: Number(rows[0]?.rows), hash: String(rows[0]?.hash) }
  }
  return contents
}

/** Names of the tables whose contents differ. */
export function differingTables(one: Tables, other: Tables): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => one[name]?.hash !== other[name]?.hash).sort()
}

/**
 * Dumps a PostgreSQL database that is in use. pg_dump reads the snapshot of our own transaction, in which every table is
 * hashed too, so that a restore can be compared with exactly that state.
 */
export async function dumpDatabase(
  databaseUrl: string,
  target: string,
): Promise<Required<Pick<Manifest, 'migration' | 'engine' | 'tables'>>> {
  const database = await openDatabase({ databaseUrl }, () => {})
  try {
    return await database.engine.session(async (session) => {
      const made = await session.query(
        `select to_regclass('supabase_migrations.schema_migrations') is not null as ours,
          exists (select from pg_roles where rolname = 'supabase_admin') as hosted`,
      )
      if (made.rows[0]?.hosted === true)
        throw new BackupError('Ein Supabase-Projekt sichert sich selbst: Dashboard → Database → Backups.')
      if (made.rows[0]?.ours !== true)
        throw new BackupError('In dieser Datenbank gibt es noch nichts zu sichern. Bitte DATABASE_URL prüfen.')
      // Idle while pg_dump reads its snapshot.
      await session.exec(
        'begin isolation level repeatable read read only; set local idle_in_transaction_session_timeout = 0',
      )
      const { rows } = await session.query(`${VERSIONS_SQL}, pg_export_snapshot() as snapshot`)
      const [engine, migration] = [String(rows[0]?.engine), String(rows[0]?.migration)]
      await requireProgram('pg_dump', engine)
      const args = ['--format=custom', '--snapshot', String(rows[0]?.snapshot), '--file', path.join(target, DUMP)]
      await runProgram('pg_dump', args, databaseUrl)
      const tables = await tableContents(session)
      await session.exec('commit')
      return { migration, engine, tables }
    }, BULK_LIMITS)
  } finally {
    await database.close()
  }
}
