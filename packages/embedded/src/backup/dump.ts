import { spawn } from 'node:child_process'
import path from 'node:path'
import { BULK_LIMITS } from '../database/limits.ts'
import { openDatabase } from '../database/open-database.ts'
import { words } from '../words.ts'
import { DUMP, type Manifest } from './archive.ts'
import { VERSIONS_SQL } from './copy-database.ts'
import { BackupError } from './installation.ts'
import { tableContents } from './table-contents.ts'

type Program = 'pg_dump' | 'pg_restore'

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
      reject(error.code === 'ENOENT' ? new BackupError(words.backup.programMissing(program), error) : error),
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
  throw new BackupError(words.backup.programTooOld(program, own, needed))
}

/** Runs one of PostgreSQL's own programs. Throws BackupError with the last line of its output. */
export async function runProgram(program: Program, args: readonly string[], databaseUrl: string): Promise<void> {
  const { dbname, env } = connection(databaseUrl)
  const { code, output } = await run(program, [...args, '--dbname', dbname], env)
  if (code === 0) return
  const line = output.split('\n').findLast((text) => text.includes('error')) ?? output.split('\n').at(-1)
  throw new BackupError(words.backup.programFailed(program, line))
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
      if (made.rows[0]?.hosted === true) throw new BackupError(words.backup.hostedBacksUp)
      if (made.rows[0]?.ours !== true) throw new BackupError(words.backup.nothingInDatabase)
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
