import path from 'node:path'
import { openDatabase } from '../database/open-database.ts'
import { BackupError } from './backup-error.ts'
import { VERSIONS_SQL } from './copy-database.ts'
import { DUMP, type Manifest } from './manifest.ts'
import { requireProgram, runProgram } from './postgres-programs.ts'
import { tableContents } from './table-contents.ts'

/**
 * Dumps a PostgreSQL database that is in use. pg_dump reads the snapshot of our own transaction, in which the hash of every
 * table is taken: a restore can be compared with what was there at that moment.
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
      await session.exec('begin isolation level repeatable read read only')
      const { rows } = await session.query(`${VERSIONS_SQL}, pg_export_snapshot() as snapshot`)
      const [engine, migration] = [String(rows[0]?.engine), String(rows[0]?.migration)]
      await requireProgram('pg_dump', engine)
      const args = ['--format=custom', '--snapshot', String(rows[0]?.snapshot), '--file', path.join(target, DUMP)]
      await runProgram('pg_dump', args, databaseUrl)
      const tables = await tableContents(session)
      await session.exec('commit')
      return { migration, engine, tables }
    })
  } finally {
    await database.close()
  }
}
