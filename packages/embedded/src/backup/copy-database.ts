import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '../database/engine.ts'
import { BULK_LIMITS } from '../database/limits.ts'
import { requireRoom, sizeOf } from './installation.ts'

/** File → its size and time just before it was copied. */
type Copied = Map<string, { size: number; changedMs: number; copiedMs: number }>

/** In ms. A file modified this shortly before it was checked may have been written again with the same timestamp. */
const UNSURE_MS = 2_000

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

function entriesOf(dir: string): { files: string[]; directories: string[] } {
  const entries = fs.readdirSync(dir, { recursive: true, withFileTypes: true })
  const named = entries.map((entry) => ({ entry, name: path.relative(dir, path.join(entry.parentPath, entry.name)) }))
  return {
    files: named.filter(({ entry }) => entry.isFile()).map(({ name }) => name),
    directories: named.filter(({ entry }) => entry.isDirectory()).map(({ name }) => name),
  }
}

async function copyFile(from: string, to: string): Promise<{ size: number; changedMs: number; copiedMs: number }> {
  const copiedMs = Date.now()
  const { size, mtimeMs } = fs.statSync(from)
  await fs.promises.copyFile(from, to, fs.constants.COPYFILE_FICLONE)
  return { size, changedMs: mtimeMs, copiedMs }
}

/** Copies a directory that is being written to. Most files are already right; `copyRest` copies those that are not. */
export async function copyMost(source: string, target: string): Promise<Copied> {
  const copied: Copied = new Map()
  const { files, directories } = entriesOf(source)
  fs.mkdirSync(target, { recursive: true, mode: 0o700 })
  for (const name of directories) fs.mkdirSync(path.join(target, name), { recursive: true, mode: 0o700 })
  for (const name of files) {
    try {
      copied.set(name, await copyFile(path.join(source, name), path.join(target, name)))
    } catch (error) {
      if (!isGone(error)) throw error // a file that the database has dropped meanwhile
    }
  }
  return copied
}

/** Makes `target` equal to `source`, which is no longer written to: copies what is new or may have changed, deletes the rest. */
export async function copyRest(source: string, target: string, copied: Copied): Promise<void> {
  const { files, directories } = entriesOf(source)
  for (const name of directories) fs.mkdirSync(path.join(target, name), { recursive: true, mode: 0o700 })
  for (const name of files) {
    const known = copied.get(name)
    const { size, mtimeMs } = fs.statSync(path.join(source, name))
    const same = known && known.size === size && known.changedMs === mtimeMs
    if (same && known.copiedMs - mtimeMs > UNSURE_MS) continue
    await copyFile(path.join(source, name), path.join(target, name))
  }
  const now = new Set([...files, ...directories])
  const left = entriesOf(target)
  for (const name of [...left.files, ...left.directories])
    if (!now.has(name)) fs.rmSync(path.join(target, name), { recursive: true, force: true })
}

/** About a copy. `heldMs`: how long all other queries waited. */
export type DatabaseCopy = { migration: string; engine: string; heldMs: number }

export const VERSIONS_SQL = `select current_setting('server_version') as engine,
  (select max(version) from supabase_migrations.schema_migrations) as migration`

/**
 * Copies the embedded database of `dataDir` while it runs. PGlite has one session and no background process: whoever holds
 * the session knows that nothing is written, and after a checkpoint the files are the database. Most of them are copied
 * before, so that queries wait only for those that changed meanwhile. The operating system copies, without our memory.
 */
export async function copyDatabase(engine: Engine, dataDir: string, target: string): Promise<DatabaseCopy> {
  const [source, copy] = [path.join(dataDir, 'pg'), path.join(target, 'pg')]
  requireRoom(dataDir, sizeOf(source))
  await engine.session((session) => session.exec('checkpoint'), BULK_LIMITS)
  await pause(UNSURE_MS) // what the checkpoint has written would have to be copied twice
  const copied = await copyMost(source, copy)
  return engine.session(async (session) => {
    const began = performance.now()
    await session.exec('checkpoint')
    const { rows } = await session.query(VERSIONS_SQL)
    await copyRest(source, copy, copied)
    const heldMs = Math.round(performance.now() - began)
    return { migration: String(rows[0]?.migration), engine: String(rows[0]?.engine), heldMs }
  }, BULK_LIMITS)
}
