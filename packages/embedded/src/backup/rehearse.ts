import fs from 'node:fs'
import path from 'node:path'
import type { Session } from '../database/engine.ts'
import { BULK_LIMITS } from '../database/limits.ts'
import { lockDirectory } from '../directory/data-directory.ts'
import { StartError } from '../directory/start-error.ts'
import { words } from '../words.ts'
import { unpackArchive, verifyArchive } from './archive.ts'
import { BackupError, type Place, REHEARSAL_WORK, requireOwner, requireRoom, stampOf } from './installation.ts'
import { makeDatabase } from './portable.ts'
import { openUnpacked } from './restore.ts'
import { dropRehearsals, type Opener, rehearseDatabase } from './restore-database.ts'

const workOf = (dataDir: string) => path.join(dataDir, REHEARSAL_WORK)

/** Whether a rehearsal runs, or was killed and has left something. */
export const isRehearsalLeft = (dataDir: string): boolean => fs.existsSync(workOf(dataDir))

/**
 * Has `work` use an empty directory, one at a time. It is there for as long as there is anything to remove, a database of
 * its own included: what a killed rehearsal has left is removed first. Throws BackupError.
 */
export async function inRehearsal<T>({ dataDir, databaseUrl }: Place, work: (dir: string) => Promise<T>): Promise<T> {
  if (!fs.statSync(dataDir, { throwIfNoEntry: false })) throw new BackupError(words.backup.directoryMissing(dataDir))
  requireOwner(dataDir)
  const dir = workOf(dataDir)
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
  let release: () => void
  try {
    release = lockDirectory(dir)
  } catch (error) {
    if (!(error instanceof StartError && error.code === 'data_dir_busy')) throw error
    throw new BackupError(words.backup.rehearsesAlready, error)
  }
  const copy = path.join(dir, 'copy')
  const clear = async () => {
    fs.rmSync(copy, { recursive: true, force: true })
    if (databaseUrl) await dropRehearsals(databaseUrl)
  }
  try {
    await clear()
    fs.mkdirSync(copy, { mode: 0o700 })
    return await work(copy).finally(clear)
  } finally {
    release()
    if (!fs.existsSync(copy)) fs.rmSync(dir, { recursive: true, force: true })
  }
}

type Options<T> = Opener & {
  identities?: readonly string[] | undefined
  /** Reads the restored database. */
  look: (session: Session) => Promise<T>
}

/** What was seen, of which moment, and how many migrations the next start would run. */
export type Rehearsed<T> = { seen: T; createdAt: string; missing: number }

/**
 * Restores a backup as `restore` does, into `dir` (of `inRehearsal`) and for a server a database of its own, opens it, and
 * leaves what is in use alone. Throws BackupError.
 */
export async function rehearse<T>(
  { databaseUrl }: Place,
  file: string,
  dir: string,
  { look, identities = [], ...opener }: Options<T>,
  now = new Date(),
): Promise<Rehearsed<T>> {
  const manifest = await verifyArchive(file, identities)
  const unpacked = path.join(dir, 'unpacked')
  requireRoom(
    dir,
    Object.values(manifest.files).reduce((sum, { bytes }) => sum + bytes, 0),
  )
  fs.mkdirSync(unpacked, { mode: 0o700 })
  await unpackArchive(file, unpacked, manifest, identities)
  const { createdAt } = manifest
  if (manifest.kind === 'postgres') {
    if (!databaseUrl) throw new BackupError(words.backup.needsServer)
    return rehearseDatabase(databaseUrl, unpacked, manifest, {
      ...opener,
      stamp: stampOf(now),
      look: async (engine, missing) => ({ seen: await engine.session(look, BULK_LIMITS), createdAt, missing }),
    })
  }
  if (manifest.kind === 'portable') await makeDatabase(unpacked, manifest, opener.migrationsDir)
  return openUnpacked(unpacked, opener, async (engine, missing) => ({
    seen: await engine.session(look, BULK_LIMITS),
    createdAt,
    missing,
  }))
}
