import type { Engine } from '../database/engine.ts'
import type { FileStore } from './file-store.ts'

/** An upload writes its file before its row is there for others to see. */
const GRACE_MS = 3_600_000

/**
 * Removes files whose row is gone: of accounts that staff deleted, and of uploads that a crash cut off. Returns how
 * many. Hosted storage never does (github.com/supabase/storage/issues/601); there, files go through its API first.
 */
export async function removeOrphans(engine: Engine, files: FileStore, now = new Date()): Promise<number> {
  const { rows } = await engine.session((session) => session.query('select bucket_id, name from storage.objects'))
  const objects = rows.map((row) => ({ bucket: String(row.bucket_id), name: String(row.name) }))
  return files.keepOnly(objects, new Date(now.getTime() - GRACE_MS))
}
