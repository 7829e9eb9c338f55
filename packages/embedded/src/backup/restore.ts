import fs from 'node:fs'
import path from 'node:path'
import type { Engine } from '../database/engine.ts'
import { otherPostgres, PGLITE_POSTGRES } from '../database/open-database.ts'
import { lockDirectory, RESTORE_MARKER } from '../directory/data-directory.ts'
import { words } from '../words.ts'
import { DUMP, type Manifest, unpackArchive, verifyArchive } from './archive.ts'
import {
  asideName,
  BackupError,
  dataEntries,
  type Place,
  RESTORE_WORK,
  requireOwner,
  requireRoom,
  stampOf,
} from './installation.ts'
import { makeDatabase } from './portable.ts'
import { type Opener, requireOpenable, restoreDatabase } from './restore-database.ts'

/** An unpacked restore that is not in place yet. `swap` moves it there and returns where the old contents are. */
type Unpacked = { at: string; swap: (stamp: string) => string | undefined; leave: () => void }

const move = (names: readonly string[], from: string, to: string) => {
  for (const name of names) fs.renameSync(path.join(from, name), path.join(to, name))
}

/**
 * Moves entry by entry, because in a container the directory is a volume's mount point and cannot be renamed. Until the
 * last one is in place, a marker file prevents every start.
 */
function swapEntries(dir: string, stamp: string): string | undefined {
  const work = path.join(dir, RESTORE_WORK)
  const old = dataEntries(dir)
  const fresh = dataEntries(work)
  const aside = old.length > 0 ? path.join(dir, asideName(stamp)) : undefined
  if (aside) fs.mkdirSync(aside, { mode: 0o700 })
  fs.writeFileSync(path.join(dir, RESTORE_MARKER), aside ?? '', { flush: true })
  if (aside) move(old, dir, aside)
  move(fresh, work, dir)
  fs.rmSync(path.join(dir, RESTORE_MARKER))
  return aside
}

/** Locks the directory, creating it if necessary, and unpacks beside its contents. Throws BackupError, StartError. */
async function unpackBeside(
  file: string,
  dir: string,
  manifest: Manifest,
  { replace, identities }: Pick<Options, 'replace' | 'identities'>,
): Promise<Unpacked> {
  requireOwner(dir)
  const isNew = !fs.existsSync(dir)
  if (isNew) fs.mkdirSync(dir, { mode: 0o700 })
  const release = lockDirectory(dir)
  const work = path.join(dir, RESTORE_WORK)
  const leave = () => {
    fs.rmSync(work, { recursive: true, force: true })
    release()
    if (isNew && dataEntries(dir).length === 0) fs.rmSync(dir, { recursive: true })
  }
  try {
    if (!replace && dataEntries(dir).length > 0) throw new BackupError(words.backup.placeUsed(dir))
    const bytes = Object.values(manifest.files).reduce((sum, entry) => sum + entry.bytes, 0)
    requireRoom(dir, bytes)
    fs.rmSync(work, { recursive: true, force: true })
    fs.mkdirSync(work, { mode: 0o700 })
    await unpackArchive(file, work, manifest, identities)
    return { at: work, swap: (stamp) => swapEntries(dir, stamp), leave }
  } catch (error) {
    leave()
    throw error
  }
}

/** Checks that the backup can go to the given place. Throws BackupError. */
function requireFit({ kind }: Manifest, { databaseUrl }: Place): void {
  if (kind === 'postgres' && !databaseUrl) throw new BackupError(words.backup.needsServer)
}

/**
 * Opens an unpacked embedded database and has `look` read it. Throws BackupError when this program cannot open it.
 */
export async function openUnpacked<T>(
  unpacked: string,
  { migrationsDir, program }: Opener,
  look: (engine: Engine, missing: number) => Promise<T>,
): Promise<T> {
  const files = path.join(unpacked, 'pg')
  const other = otherPostgres(files)
  if (other) throw new BackupError(words.backup.otherPostgres(other, PGLITE_POSTGRES))
  const { openPglite } = await import('../database/pglite.ts')
  const engine = await openPglite(files).catch((error: unknown) => {
    throw new BackupError(words.backup.databaseDamaged, error)
  })
  try {
    return await look(engine, await requireOpenable(engine, migrationsDir, program))
  } finally {
    await engine.close()
  }
}

type RestoreOptions = Opener & {
  /** Moves existing contents aside; without it the place must be empty. */
  replace?: boolean | undefined
  /** Secret keys of age, for an encrypted backup (`readIdentities`). */
  identities?: readonly string[] | undefined
}
type Options = Opener & { replace: boolean; stamp: string; identities: readonly string[] }

/** Where what was there before is now, and how many migrations the next start will run. */
type Done = { old: (string | undefined)[]; missing: number }

async function restoreInto(
  { dataDir, databaseUrl }: Place,
  file: string,
  manifest: Manifest,
  options: Options,
): Promise<Done> {
  const unpacked = await unpackBeside(file, dataDir, manifest, options)
  try {
    if (!databaseUrl) {
      if (manifest.kind === 'portable') await makeDatabase(unpacked.at, manifest, options.migrationsDir)
      const missing = await openUnpacked(unpacked.at, options, async (_, count) => count)
      return { old: [unpacked.swap(options.stamp)], missing }
    }
    const database = await restoreDatabase(databaseUrl, unpacked.at, manifest, options)
    try {
      fs.rmSync(`${unpacked.at}/${DUMP}`, { force: true })
      return { old: [await database.swap(options.stamp), unpacked.swap(options.stamp)], missing: database.missing }
    } finally {
      await database.leave()
    }
  } finally {
    unpacked.leave()
  }
}

/**
 * Restores a backup into an empty place, or with `replace` into one whose contents it moves aside. One that this program
 * cannot open is refused. Returns the lines to print. Throws BackupError, StartError.
 */
export async function restore(
  place: Place,
  file: string,
  options: RestoreOptions,
  now = new Date(),
): Promise<string[]> {
  const { identities = [] } = options
  const manifest = await verifyArchive(file, identities)
  requireFit(manifest, place)
  const { old, missing } = await restoreInto(place, file, manifest, {
    ...options,
    identities,
    replace: options.replace ?? false,
    stamp: stampOf(now),
  })
  const previous = old.filter((name) => name !== undefined)
  return [
    words.backup.restored(new Date(manifest.createdAt)),
    words.backup.opens(missing),
    ...previous.map((name) => words.backup.setAside(name)),
  ]
}
