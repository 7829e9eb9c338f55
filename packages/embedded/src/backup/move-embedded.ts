import fs from 'node:fs'
import path from 'node:path'
import { type Engine, isPgError } from '../database/engine.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { putSecrets } from '../gateway/secrets.ts'
import { ensurePlatform } from '../platform/platform.ts'
import { BackupError } from './backup-error.ts'
import { moveRows } from './move-rows.ts'
import { differingTables, tableContents } from './table-contents.ts'

/** The embedded database as a backup has it, brought to the version of this program: then both have the same tables. */
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
  const [before, after] = [await from.session(tableContents), await to.session(tableContents)]
  const [first] = differingTables(before, after).filter((table) => !ownRecord(table))
  if (first !== undefined) throw new BackupError(`Nach dem Umzug ist ${first} nicht, was gesichert wurde.`)
}

/** Fills the empty database of `databaseUrl` with an unpacked backup of an embedded one, its keys too. Throws BackupError. */
export async function moveEmbedded(databaseUrl: string, unpacked: string, migrationsDir: string): Promise<void> {
  const target = await openDatabase({ databaseUrl }, () => {})
  try {
    const { owner } = await ensurePlatform(target.engine)
    await migrate(target.engine, owner, migrationsDir)
    const source = await openSource(unpacked, migrationsDir)
    try {
      await source.session((from) => target.engine.session((to) => moveRows(from, to)))
      await requireSame(source, target.engine)
    } finally {
      await source.close()
    }
    await putSecrets(target.engine, fs.readFileSync(path.join(unpacked, 'secrets.json'), 'utf8'))
  } catch (error) {
    if (!isPgError(error) || error.code !== '42501') throw error
    throw new BackupError(
      'Für den Umzug muss der Datenbank-Benutzer Superuser sein. Danach genügt wieder ein anderer.',
      error,
    )
  } finally {
    await target.close()
  }
  for (const name of ['pg', 'secrets.json']) fs.rmSync(path.join(unpacked, name), { recursive: true })
}
