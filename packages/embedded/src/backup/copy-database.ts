import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '../database/engine.ts'
import { copyMost, copyRest, UNSURE_MS } from './copy-tree.ts'
import { requireRoom, sizeOf } from './data-entries.ts'

/** What a copy is of. `heldMs`: how long everybody else waited. */
export type DatabaseCopy = { migration: string; engine: string; heldMs: number }

export const VERSIONS_SQL = `select current_setting('server_version') as engine,
  (select max(version) from supabase_migrations.schema_migrations) as migration`

/**
 * Copies the embedded database of `dataDir` while it runs. PGlite has one session and no process beside it: whoever holds
 * the session knows that nothing is written, and after a checkpoint the files are the database. Most of them are copied
 * before, so that whoever needs the database waits only for those that change meanwhile. The system copies: no memory.
 */
export async function copyDatabase(engine: Engine, dataDir: string, target: string): Promise<DatabaseCopy> {
  const [source, copy] = [path.join(dataDir, 'pg'), path.join(target, 'pg')]
  requireRoom(dataDir, sizeOf(source))
  await engine.session((session) => session.exec('checkpoint'))
  await pause(UNSURE_MS) // what the checkpoint has written would have to be copied twice
  const copied = await copyMost(source, copy)
  return engine.session(async (session) => {
    const began = performance.now()
    await session.exec('checkpoint')
    const { rows } = await session.query(VERSIONS_SQL)
    await copyRest(source, copy, copied)
    const heldMs = Math.round(performance.now() - began)
    return { migration: String(rows[0]?.migration), engine: String(rows[0]?.engine), heldMs }
  })
}
