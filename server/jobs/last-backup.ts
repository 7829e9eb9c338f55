import fs from 'node:fs/promises'
import path from 'node:path'

/** An empty file in HOT_DATA_DIR that the operator's script touches when a copy is complete (docs/operations/backup.md). */
export const backupMarker = 'backup-done'

/** Since when there is no newer backup (epoch ms): a new installation waits as long for its first one. */
export async function newestBackupAt(dataDir: string): Promise<number> {
  const at = await lastBackupAt(dataDir)
  return at === null ? (await fs.stat(dataDir)).birthtimeMs : Date.parse(at)
}

/** When the last backup was complete, as an ISO instant; null: never. */
export async function lastBackupAt(dataDir: string): Promise<string | null> {
  try {
    return (await fs.stat(path.join(dataDir, backupMarker))).mtime.toISOString()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** In epoch ms. */
export type BackupTimes = {
  /** The last backup; null: there was none. */
  last: number | null
  /** Since when there is no newer one. */
  since: number
}

/** When the installation in `dataDir` was backed up, for its metrics. */
export async function backupTimes(dataDir: string): Promise<BackupTimes> {
  const at = await lastBackupAt(dataDir)
  return { last: at === null ? null : Date.parse(at), since: await newestBackupAt(dataDir) }
}
