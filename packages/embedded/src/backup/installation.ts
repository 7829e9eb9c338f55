import fs from 'node:fs'
import path from 'node:path'
import { RESTORE_MARK } from '../directory/data-directory.ts'

/** A backup or a restore that cannot be. `message` is one German line for the person at the terminal; nothing was changed. */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'BackupError'
  }
}

/** Where an installation is: its data directory, and its PostgreSQL where it has one. */
export type Place = { dataDir: string; databaseUrl?: string | undefined }

/** Where a backup is put together and a restore unpacked, and what a restore has moved out of the way. */
export const WORK = 'backup-work'
export const RESTORE_WORK = 'restore-work'
export const BACKUPS = 'backups'
/** An empty file; its time is that of the last backup. */
export const BACKUP_MARK = 'backup-done'
const SET_ASIDE = 'before-restore-'

const ofThisMachine = new Set([
  'lock.sqlite',
  'lock.sqlite-journal',
  'owner.json',
  RESTORE_MARK,
  WORK,
  RESTORE_WORK,
  BACKUPS,
  BACKUP_MARK,
])

export const asideName = (stamp: string): string => SET_ASIDE + stamp

/** Whether an entry of the data directory belongs into a backup: all but locks, backups and work in progress. */
export const isDataOfInstallation = (name: string): boolean =>
  !ofThisMachine.has(name) && !name.startsWith(SET_ASIDE) && !name.endsWith('.new')

/** The entries of a data directory that are its contents; none when there is no directory. */
export function dataEntries(dir: string): string[] {
  if (!fs.existsSync(dir)) return []
  return fs.readdirSync(dir).filter(isDataOfInstallation).sort()
}

/** Time as part of a file name. */
export const stampOf = (now: Date): string => now.toISOString().replace(/\.\d+/, '').replaceAll(':', '')

/** Somebody else, root above all, would leave files that the server cannot write. */
export function requireOwner(dir: string): void {
  const me = process.getuid?.()
  if (me === undefined || !fs.existsSync(dir) || fs.statSync(dir).uid === me) return
  throw new BackupError(`Das Verzeichnis ${dir} gehört einem anderen Benutzer. Bitte den Befehl als dieser ausführen.`)
}

/** Whether there is room for `bytes`, and a little more, on the disk of `dir`, which must exist. Throws BackupError. */
export function requireRoom(dir: string, bytes: number): void {
  const { bavail, bsize } = fs.statfsSync(dir)
  const [free, need] = [bavail * bsize, bytes * 1.05].map((room) => Math.ceil(room / 1024 / 1024)) as [number, number]
  if (free < need) throw new BackupError(`Zu wenig Platz in ${dir}: ${free} MB frei, ${need} MB nötig.`)
}

/** Bytes of all files below `dir`. */
export function sizeOf(dir: string): number {
  const files = fs.readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + fs.statSync(path.join(parentPath, name)).size, 0)
}
