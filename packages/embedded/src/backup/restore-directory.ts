import fs from 'node:fs'
import path from 'node:path'
import { lockDirectory } from '../directory/lock.ts'
import { RESTORE_MARK } from '../directory/restore-mark.ts'
import { BackupError } from './backup-error.ts'
import { asideName, dataEntries, RESTORE_WORK, requireOwner, requireRoom } from './data-entries.ts'
import type { Manifest } from './manifest.ts'
import { unpackArchive } from './read-archive.ts'

/** A restore that is unpacked and waits. `swap` puts it into place and gives back where the old contents went. */
export type Unpacked = { at: string; swap: (stamp: string) => string | undefined; leave: () => void }

const move = (names: readonly string[], from: string, to: string) => {
  for (const name of names) fs.renameSync(path.join(from, name), path.join(to, name))
}

/**
 * Entry by entry, because the directory itself is the mount point of a volume in a container and cannot be renamed. Between
 * the first and the last one stands a mark with which no server starts.
 */
function swapEntries(dir: string, stamp: string): string | undefined {
  const work = path.join(dir, RESTORE_WORK)
  const old = dataEntries(dir)
  const fresh = dataEntries(work)
  const aside = old.length > 0 ? path.join(dir, asideName(stamp)) : undefined
  if (aside) fs.mkdirSync(aside, { mode: 0o700 })
  fs.writeFileSync(path.join(dir, RESTORE_MARK), aside ?? '', { flush: true })
  if (aside) move(old, dir, aside)
  move(fresh, work, dir)
  fs.rmSync(path.join(dir, RESTORE_MARK))
  return aside
}

/** Holds the directory, which it makes when there is none, and unpacks beside what is in it. Throws BackupError, StartError. */
export async function unpackBeside(file: string, dir: string, manifest: Manifest, replace: boolean): Promise<Unpacked> {
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
    if (!replace && dataEntries(dir).length > 0)
      throw new BackupError(`In ${dir} liegt schon etwas. Mit --replace wird es beiseitegelegt.`)
    const bytes = Object.values(manifest.files).reduce((sum, kept) => sum + kept.bytes, 0)
    requireRoom(dir, bytes)
    fs.rmSync(work, { recursive: true, force: true })
    fs.mkdirSync(work, { mode: 0o700 })
    await unpackArchive(file, work, manifest)
    return { at: work, swap: (stamp) => swapEntries(dir, stamp), leave }
  } catch (error) {
    leave()
    throw error
  }
}
