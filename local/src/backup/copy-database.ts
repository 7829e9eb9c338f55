import { constants } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Engine } from '../database/engine.ts'
import { requireRoom, sizeOf } from './data-entries.ts'

/** What a copy is of. `heldMs`: how long everybody else waited. */
export type DatabaseCopy = { migration: string; engine: string; heldMs: number }

export const VERSIONS_SQL = `select current_setting('server_version') as engine,
  (select max(version) from supabase_migrations.schema_migrations) as migration`

/**
 * Copies the embedded database of `dataDir` while it runs. PGlite has one session and no process beside it: whoever holds
 * the session knows that nothing is written, and after a checkpoint the files are the database. They are copied by the
 * system, so it costs no memory, and pages in the cache are served meanwhile; whoever needs the database waits.
 */
export async function copyDatabase(engine: Engine, dataDir: string, target: string): Promise<DatabaseCopy> {
  const source = path.join(dataDir, 'pg')
  requireRoom(dataDir, sizeOf(source))
  return engine.session(async (session) => {
    const began = performance.now()
    await session.exec('checkpoint')
    const { rows } = await session.query(VERSIONS_SQL)
    await fs.cp(source, path.join(target, 'pg'), { recursive: true, mode: constants.COPYFILE_FICLONE })
    const heldMs = Math.round(performance.now() - began)
    return { migration: String(rows[0]?.migration), engine: String(rows[0]?.engine), heldMs }
  })
}
