import fs from 'node:fs'
import path from 'node:path'
import { RESTORE_MARKER } from '../directory/data-directory.ts'
import { words } from '../words.ts'

/** A backup or restore failed and nothing was changed. `message` is one line for the person at the terminal. */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'BackupError'
  }
}

/** Location of an installation: its data directory and, if it uses one, its PostgreSQL. */
export type Place = { dataDir: string; databaseUrl?: string | undefined }

/** Directories in which a backup is assembled and a restore unpacked, and the default one for backups. */
export const WORK = 'backup-work'
export const RESTORE_WORK = 'restore-work'
export const BACKUPS = 'backups'
/** An empty file whose modification time is that of the last backup. */
export const BACKUP_MARKER = 'backup-done'
/** An empty file whose modification time is that of the last copy on another machine. */
export const COPY_MARKER = 'backup-copied'
/** A directory in which the restore of a backup is rehearsed: what is left in it is of one that was killed. */
export const REHEARSAL_WORK = 'rehearsal-work'
/** What came of the last one. */
export const REHEARSAL_MARKER = 'restore-rehearsal.json'
const SET_ASIDE = 'before-restore-'

const ofThisMachine = new Set([
  'lock.sqlite',
  'lock.sqlite-journal',
  'owner.json',
  RESTORE_MARKER,
  WORK,
  RESTORE_WORK,
  BACKUPS,
  BACKUP_MARKER,
  COPY_MARKER,
  REHEARSAL_WORK,
  REHEARSAL_MARKER,
])

export const asideName = (stamp: string): string => SET_ASIDE + stamp

/** Whether an entry of the data directory belongs in a backup: all but locks, backups and work in progress. */
export const isDataOfInstallation = (name: string): boolean =>
  !ofThisMachine.has(name) && !name.startsWith(SET_ASIDE) && !name.endsWith('.new')

/** The entries of a data directory that belong in a backup; none if there is no directory. */
export function dataEntries(dir: string): string[] {
  if (!fs.statSync(dir, { throwIfNoEntry: false })) return []
  return fs.readdirSync(dir).filter(isDataOfInstallation).sort()
}

/** Time as part of a file name. */
export const stampOf = (now: Date): string => now.toISOString().replace(/\.\d+/, '').replaceAll(':', '')

/** The time in the name of a backup that was named by it; undefined: it was not. */
export const stampIn = (name: string): string | undefined =>
  /^[\w-]+-(\d{4}-\d\d-\d\dT\d{6}Z)\.tar\.gz(\.age)?$/.exec(name)?.[1]

/** Whether the server itself (`prefix`) has named this backup by its time. */
export const isNamedByTime = (prefix: string, name: string): boolean => {
  const stamp = stampIn(name)
  return stamp !== undefined && name.startsWith(`${prefix}-${stamp}.`)
}

/** Names of backups, the newest last; other names are left out. */
export const byTime = (names: readonly string[]): string[] =>
  names
    .flatMap((name) => {
      const stamp = stampIn(name)
      return stamp === undefined ? [] : [{ name, stamp }]
    })
    .sort((one, other) => (one.stamp < other.stamp ? -1 : 1))
    .map(({ name }) => name)

/** Another user, root in particular, would leave files that the server cannot write. */
export function requireOwner(dir: string): void {
  const me = process.getuid?.()
  if (me === undefined || !fs.existsSync(dir) || fs.statSync(dir).uid === me) return
  throw new BackupError(words.backup.otherOwner(dir))
}

/** Checks for room for `bytes` and a reserve on the disk of `dir`, which must exist. Throws BackupError. */
export function requireRoom(dir: string, bytes: number): void {
  const { bavail, bsize } = fs.statfsSync(dir)
  const [free, need] = [bavail * bsize, bytes * 1.05].map((room) => Math.ceil(room / 1024 / 1024)) as [number, number]
  if (free < need) throw new BackupError(words.backup.tooLittleRoom(dir, free, need))
}

/** Bytes of all files below `dir`. */
export function sizeOf(dir: string): number {
  const files = fs.readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + fs.statSync(path.join(parentPath, name)).size, 0)
}
