import fs from 'node:fs'
import path from 'node:path'
import { type Engine, isPgError } from '../database/engine.ts'
import { BULK_LIMITS } from '../database/limits.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { putSecrets } from '../keys/secrets.ts'
import { ensurePlatform } from '../platform/platform.ts'
import { words } from '../words.ts'
import type { Manifest } from './archive.ts'
import { BackupError } from './installation.ts'
import { fillFromBackup } from './portable.ts'
import { fillRows, type Rows, readRows } from './rows.ts'
import { columnContents, requireTables, type Tables } from './table-contents.ts'

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

async function moveFiles(target: Engine, unpacked: string, migrationsDir: string): Promise<void> {
  await migrate(target, (await ensurePlatform(target)).owner, migrationsDir)
  const source = await openSource(unpacked, migrationsDir)
  const fill = async (rows: Rows, contents: Tables) => {
    const filled = await target.session(async (session) => {
      await fillRows(session, rows)
      return columnContents(session, rows.tables)
    }, BULK_LIMITS)
    requireTables(contents, filled)
  }
  await source.session((session) => readRows(session, fill), BULK_LIMITS).finally(() => source.close())
  fs.rmSync(path.join(unpacked, 'pg'), { recursive: true })
}

/**
 * Fills the empty database of `databaseUrl` from an unpacked backup of an embedded one, keys included. `opened`: whether
 * this program can open the result. Throws BackupError.
 */
export async function moveEmbedded<T>(
  databaseUrl: string,
  unpacked: string,
  manifest: Manifest,
  migrationsDir: string,
  opened: (engine: Engine) => Promise<T>,
): Promise<T> {
  const { engine, close } = await openDatabase({ databaseUrl }, () => {})
  const keys = path.join(unpacked, 'secrets.json')
  try {
    if (manifest.kind === 'portable') await fillFromBackup(engine, unpacked, manifest, migrationsDir)
    else await moveFiles(engine, unpacked, migrationsDir)
    await putSecrets(engine, fs.readFileSync(keys, 'utf8'))
    fs.rmSync(keys)
    return await opened(engine)
  } catch (error) {
    if (!isPgError(error) || error.code !== '42501') throw error
    throw new BackupError(words.backup.missingRights, error)
  } finally {
    await close()
  }
}
