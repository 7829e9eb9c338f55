import fs from 'node:fs'
import path from 'node:path'
import { backupBucket } from '@hot/embedded/backup/bucket'
import { BACKUPS, BackupError, byTime, COPY_MARKER, stampIn } from '@hot/embedded/backup/installation'
import { type BackupSettings, leavesMachine, type OffMachine } from '../settings/backup-settings.ts'
import { runHook } from './backup-hook.ts'

/** Names of the server's own backups begin with this: it deletes no others. */
export const SCHEDULED = 'hot-auto'

async function toBucket(file: string, { bucket, bucketKeep }: OffMachine): Promise<string[]> {
  if (!bucket) return []
  const away = backupBucket(bucket)
  await away.send(file)
  const removed = bucketKeep > 0 ? await away.thin(SCHEDULED, bucketKeep, path.basename(file)) : 0
  return [
    `Kopie im S3-Bucket »${bucket.bucket}«: ${bucket.folder}/${path.basename(file)}`,
    ...(removed > 0 ? [`${removed} ältere Kopien dort gelöscht.`] : []),
    ...(file.endsWith('.age')
      ? []
      : ['Sie ist nicht verschlüsselt: Setz HOT_BACKUP_RECIPIENT (docs/operations/backup.md).']),
  ]
}

async function toHook(file: string, { hook, hookMinutes }: OffMachine): Promise<string[]> {
  if (!hook) return []
  await runHook(hook, file, { milliseconds: hookMinutes * 60_000 })
  return [`${hook} hat sie übernommen.`]
}

/**
 * Takes a backup off this machine: into the bucket, and by the operator's program. What one of them refuses does not keep
 * the other from it. Returns lines to print. Throws BackupError.
 */
export async function sendAway(file: string, dataDir: string, away: OffMachine): Promise<string[]> {
  const done = await Promise.allSettled([toBucket(file, away), toHook(file, away)])
  const failed = done.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  const unknown = failed.find((error) => !(error instanceof BackupError))
  if (unknown) throw unknown
  if (failed.length > 0)
    throw new BackupError(
      `Die Sicherung ist gemacht (${file}), kam aber nicht von dieser Maschine weg. ${failed.map((error) => (error as Error).message).join(' ')}`,
    )
  fs.writeFileSync(path.join(dataDir, COPY_MARKER), '')
  return done.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

const folderOf = (dataDir: string, dir: string | undefined) => (dir ? path.resolve(dir) : path.join(dataDir, BACKUPS))

/** The newest backup in the folder for backups; undefined: there is none. */
function newestFile(dataDir: string, dir: string | undefined): string | undefined {
  const folder = folderOf(dataDir, dir)
  if (!fs.existsSync(folder)) return undefined
  const name = byTime(fs.readdirSync(folder)).at(-1)
  return name && path.join(folder, name)
}

/** Takes the newest backup off this machine, once more. Throws BackupError. */
export async function sendNewest(
  dataDir: string,
  { dir, away }: Pick<BackupSettings, 'dir' | 'away'>,
): Promise<string[]> {
  if (!leavesMachine(away))
    throw new BackupError('Wohin? Setz HOT_BACKUP_S3_… oder HOT_BACKUP_HOOK (docs/operations/backup.md).')
  const file = newestFile(dataDir, dir)
  if (!file) throw new BackupError(`In ${folderOf(dataDir, dir)} liegt keine Sicherung. Mach eine: npm run backup`)
  return sendAway(file, dataDir, away)
}

/**
 * The newest backup there is, in the folder or in the bucket; one of the bucket is read into the folder first. Throws
 * BackupError.
 */
export async function newestAnywhere(
  dataDir: string,
  { dir, away: { bucket } }: Pick<BackupSettings, 'dir' | 'away'>,
): Promise<string> {
  const here = newestFile(dataDir, dir)
  const away = bucket && backupBucket(bucket)
  const name = (await away?.names())?.at(-1)
  const stamp = (file: string | undefined) => (file && stampIn(path.basename(file))) || ''
  if (away && name && stamp(name) > stamp(here)) {
    const folder = folderOf(dataDir, dir)
    if (!dir) fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    return away.fetch(name, folder)
  }
  if (here) return here
  const places = [
    `in ${folderOf(dataDir, dir)}`,
    ...(bucket ? [`im S3-Bucket »${bucket.bucket}« unter ${bucket.folder}/`] : []),
  ]
  throw new BackupError(`Es liegt keine Sicherung ${places.join(' und keine ')}.`)
}
