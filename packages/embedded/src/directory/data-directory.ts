import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isNativeError } from 'node:util/types'
import { isMainThread } from 'node:worker_threads'
import { words } from '../words.ts'
import { StartError } from './start-error.ts'

const SQLITE_BUSY = 5
const SQLITE_FULL = 13

const resultCode = (error: unknown): number | undefined =>
  isNativeError(error) && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

/** Used in messages only; the lock itself is held by the kernel. */
function ownerIn(file: string): string {
  try {
    const { pid, host } = JSON.parse(fs.readFileSync(file, 'utf8')) as { pid: number; host: string }
    return words.start.owner(pid, host === os.hostname() ? undefined : host)
  } catch {
    return words.start.unknownOwner // no or half a note: it names nobody, and the refusal stands all the same
  }
}

function refusal(error: unknown, dir: string, note: string): StartError {
  const code = resultCode(error)
  if (code === SQLITE_BUSY) return new StartError('data_dir_busy', words.start.directoryBusy(dir, ownerIn(note)), error)
  if (code === SQLITE_FULL) return new StartError('disk_full', words.start.diskFull(dir), error)
  return new StartError('data_dir_unwritable', words.start.notLockable(dir), error)
}

/**
 * Makes this process the only owner of `dir`; a second process on PGlite's files would destroy them. SQLite takes an
 * operating-system lock on a file: the kernel frees it with the process (kill -9 too) and shows it to every container
 * on the volume. See docs/decisions/ for the alternatives that were tried. Returns a function that releases it.
 */
export function lockDirectory(dir: string): () => void {
  const note = path.join(dir, 'owner.json')
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path.join(dir, 'lock.sqlite'))
    database.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    database?.close()
    throw refusal(error, dir, note)
  }
  fs.writeFileSync(note, JSON.stringify({ pid: process.pid, host: os.hostname() }))
  const held = database
  return () => {
    fs.rmSync(note, { force: true })
    held.close()
  }
}

/** Exists in a data directory while a restore moves its entries into place. */
export const RESTORE_MARKER = 'restore-unfinished'

/** An interrupted restore leaves a mixture of two installations. Throws StartError. */
function refuseHalfRestore(dir: string): void {
  if (!fs.existsSync(path.join(dir, RESTORE_MARKER))) return
  throw new StartError('data_dir_damaged', words.start.restoreUnfinished(dir))
}

/** A new embedded database takes about 45 MB, its write-ahead log up to the same again. */
const ROOM_FOR_NEW = 120 * 1024 * 1024
const ROOM_TO_RUN = 20 * 1024 * 1024

const errno = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** A failed file operation in the data directory as one line for the operator. */
export function fileFailure(error: unknown, dir: string): StartError | undefined {
  const code =
    errno(error) ?? (error instanceof Error && /ENOSPC|No space left/i.test(error.message) ? 'ENOSPC' : undefined)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StartError('disk_full', words.start.diskFull(dir), error)
  if (code === 'EROFS') return new StartError('data_dir_unwritable', words.start.readOnly(dir), error)
  if (code === 'EACCES' || code === 'EPERM')
    return new StartError('data_dir_unwritable', words.start.notWritable(dir), error)
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new StartError('data_dir_missing', words.start.parentMissing(path.dirname(dir)), error)
  return undefined
}

/**
 * What keeps this account out of a database that did not open: a file of another account, as a command run as root leaves it.
 * undefined: it may open them all. PostgreSQL itself tells the two apart by no code that reaches us.
 */
export function closedToUs(database: string, dir: string): StartError | undefined {
  const isClosed = (file: string) => {
    try {
      fs.accessSync(file, fs.constants.R_OK | fs.constants.W_OK)
      return false
    } catch (error) {
      return errno(error) === 'EACCES' || errno(error) === 'EPERM'
    }
  }
  const closedIn = (file: string): string | undefined => {
    if (isClosed(file)) return file
    if (!fs.statSync(file, { throwIfNoEntry: false })?.isDirectory()) return undefined
    for (const name of fs.readdirSync(file)) {
      const found = closedIn(path.join(file, name))
      if (found !== undefined) return found
    }
    return undefined
  }
  const file = closedIn(database)
  return file === undefined ? undefined : new StartError('data_dir_unwritable', words.start.closedFile(file, dir))
}

/**
 * Write-ahead log and files of the database hold password hashes: other accounts of this machine must not reach them. A
 * directory of another owner (a mounted volume) stays as it is, and what is created in it is readable by us alone.
 */
function closeToOthers(dir: string): void {
  if (isMainThread) process.umask(0o077)
  const { mode, uid } = fs.statSync(dir)
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) fs.chmodSync(dir, 0o700)
}

/** Creates the directory but no parents: a mistyped path or an unmounted volume must not become an empty database. */
function create(dir: string): void {
  try {
    if (!fs.existsSync(dir)) fs.mkdirSync(dir, { mode: 0o700 })
    if (!fs.statSync(dir).isDirectory()) throw new StartError('data_dir_missing', words.start.noDirectory(dir))
    fs.accessSync(dir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
    closeToOthers(dir)
  } catch (error) {
    throw fileFailure(error, dir) ?? error
  }
}

/** Checked in advance, because PGlite leaves a damaged directory when the disk fills up while it creates one. */
function checkRoom(dir: string): void {
  const { bavail, bsize } = fs.statfsSync(dir)
  const wanted = fs.existsSync(path.join(dir, 'pg', 'PG_VERSION')) ? ROOM_TO_RUN : ROOM_FOR_NEW
  if (bavail * bsize >= wanted) return
  const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024)
  throw new StartError('disk_full', words.start.tooLittleRoom(dir, megabytes(bavail * bsize), megabytes(wanted)))
}

/** Creates, checks and locks the data directory. Returns a function that releases it. */
export function openDataDirectory(dir: string): () => void {
  create(dir)
  const release = lockDirectory(dir)
  try {
    refuseHalfRestore(dir)
    checkRoom(dir)
  } catch (error) {
    release()
    throw error
  }
  return release
}
