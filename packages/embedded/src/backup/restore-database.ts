import path from 'node:path'
import { openDatabase } from '../database/open-database.ts'
import { ensureRoles } from '../platform/platform.ts'
import { BackupError } from './backup-error.ts'
import { DUMP, type Manifest } from './manifest.ts'
import { moveEmbedded } from './move-embedded.ts'
import { requireProgram, runProgram } from './postgres-programs.ts'
import { newDatabaseBeside } from './swap-databases.ts'
import { differingTables, tableContents } from './table-contents.ts'

const STATE_SQL = `select current_setting('server_version') as version,
  exists (select from pg_roles where rolname = 'supabase_admin') as hosted,
  exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema$)') as used`

async function stateOf(databaseUrl: string): Promise<{ version: string; used: boolean }> {
  const database = await openDatabase({ databaseUrl }, () => {})
  try {
    const { rows } = await database.engine.session((session) => session.query(STATE_SQL))
    if (rows[0]?.hosted === true)
      throw new BackupError('In ein Supabase-Projekt wird mit dessen eigenen Mitteln zurückgespielt.')
    return { version: String(rows[0]?.version), used: rows[0]?.used === true }
  } finally {
    await database.close()
  }
}

/** In one transaction, and compared with what was dumped. Throws BackupError. */
async function fill(databaseUrl: string, unpacked: string, manifest: Manifest): Promise<void> {
  const database = await openDatabase({ databaseUrl }, () => {})
  try {
    await ensureRoles(database.engine)
    // Rights come last in a dump, but what is made in public is given to its owner at once.
    await database.engine.session((session) => session.exec('grant all on schema public to app_owner'))
    await runProgram('pg_restore', ['--single-transaction', '--exit-on-error', path.join(unpacked, DUMP)], databaseUrl)
    const tables = await database.engine.session(tableContents)
    const [first] = differingTables(manifest.tables ?? {}, tables)
    if (first !== undefined) throw new BackupError(`Nach dem Zurückspielen ist ${first} nicht, was gesichert wurde.`)
  } finally {
    await database.close()
  }
}

/** A database that is restored and waits; `swap` puts it in the place of the old one and tells what that is called now. */
export type Restored = { swap: (stamp: string) => Promise<string | undefined>; leave: () => Promise<void> }

/**
 * Restores the dump, or moves the embedded database, into one beside the one of `databaseUrl`, which nobody may be connected to when they are swapped.
 * Without `replace` that one must be empty. Throws BackupError.
 */
export async function restoreDatabase(
  databaseUrl: string,
  unpacked: string,
  manifest: Manifest,
  { migrationsDir, replace, stamp }: { migrationsDir: string; replace: boolean; stamp: string },
): Promise<Restored> {
  const { version, used } = await stateOf(databaseUrl)
  if (used && !replace)
    throw new BackupError('In der Datenbank liegt schon etwas. Mit --replace wird sie beiseitegelegt.')
  const isDump = manifest.kind === 'postgres'
  if (isDump) await requireProgram('pg_restore', version)
  const beside = await newDatabaseBeside(databaseUrl, stamp)
  try {
    await (isDump ? fill(beside.url, unpacked, manifest) : moveEmbedded(beside.url, unpacked, migrationsDir))
    return { swap: () => beside.swap(used), leave: beside.drop }
  } catch (error) {
    await beside.drop()
    throw error
  }
}
