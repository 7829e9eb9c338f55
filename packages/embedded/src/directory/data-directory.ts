import fs from 'node:fs'
import path from 'node:path'
import { lockDirectory } from './lock.ts'
import { refuseHalfRestore } from './restore-mark.ts'
import { StartError } from './start-error.ts'

/** A new embedded database takes about 45 MB, its write-ahead log up to as much again. */
const ROOM_FOR_NEW = 120 * 1024 * 1024
const ROOM_TO_RUN = 20 * 1024 * 1024

const errno = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** What went wrong with a file of the data directory, as one line for the operator. */
export function fileFailure(error: unknown, dir: string): StartError | undefined {
  const code =
    errno(error) ?? (error instanceof Error && /ENOSPC|No space left/i.test(error.message) ? 'ENOSPC' : undefined)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StartError(
      'disk_full',
      `Auf dem Datenträger von ${dir} ist kein Platz mehr. Bitte Platz schaffen und neu starten.`,
      error,
    )
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new StartError(
      'data_dir_unwritable',
      `Im Datenverzeichnis ${dir} darf dieses Programm nicht schreiben. Bitte die Rechte prüfen.`,
      error,
    )
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new StartError(
      'data_dir_missing',
      `Das Verzeichnis ${path.dirname(dir)} gibt es nicht. Bitte den Ort des Datenverzeichnisses prüfen.`,
      error,
    )
  return undefined
}

/** Makes the directory itself but no parents: a mistyped path or an unmounted volume must not become an empty database. */
function create(dir: string): void {
  try {
    if (!fs.existsSync(dir)) fs.mkdirSync(dir, { mode: 0o700 })
    if (!fs.statSync(dir).isDirectory())
      throw new StartError(
        'data_dir_missing',
        `${dir} ist kein Verzeichnis. Bitte den Ort des Datenverzeichnisses prüfen.`,
      )
    fs.accessSync(dir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    throw fileFailure(error, dir) ?? error
  }
}

/** PGlite damages a half-written new directory, so room is asked for before it begins. */
function checkRoom(dir: string): void {
  const { bavail, bsize } = fs.statfsSync(dir)
  const wanted = fs.existsSync(path.join(dir, 'pg', 'PG_VERSION')) ? ROOM_TO_RUN : ROOM_FOR_NEW
  if (bavail * bsize >= wanted) return
  const [free, need] = [bavail * bsize, wanted].map((bytes) => Math.floor(bytes / 1024 / 1024))
  throw new StartError(
    'disk_full',
    `Zu wenig Platz für ${dir}: ${free} MB frei, ${need} MB nötig. Bitte Platz schaffen und neu starten.`,
  )
}

/** Makes, checks and locks the data directory. Gives back what releases it. */
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
