import fs from 'node:fs/promises'
import path from 'node:path'
import { COPY_MARKER } from '@hot/embedded/backup/installation'
import '../wire/backend-language.ts'
import { lastRehearsal } from './rehearsal-record.ts'

/** An empty file in HOT_DATA_DIR that the operator's script touches when a copy is complete (docs/operations/backup.md). */
export const backupMarker = 'backup-done'

/** Since when there is no newer backup (epoch ms): a new installation waits as long for its first one. */
export async function newestBackupAt(dataDir: string): Promise<number> {
  const at = await lastBackupAt(dataDir)
  return at === null ? (await fs.stat(dataDir)).birthtimeMs : Date.parse(at)
}

async function markedAt(dataDir: string, marker: string): Promise<string | null> {
  try {
    return (await fs.stat(path.join(dataDir, marker))).mtime.toISOString()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** When the last backup was complete, as an ISO instant; null: never. */
export const lastBackupAt = (dataDir: string): Promise<string | null> => markedAt(dataDir, backupMarker)

/** When the last backup had been taken off this machine, as an ISO instant; null: never. */
export const lastCopyAt = (dataDir: string): Promise<string | null> => markedAt(dataDir, COPY_MARKER)

/** Whether there is a backup that has not left this machine. */
export async function isUncopied(dataDir: string): Promise<boolean> {
  const [made, copied] = [await lastBackupAt(dataDir), await lastCopyAt(dataDir)]
  return made !== null && (copied === null || copied < made)
}

/** In epoch ms. */
export type BackupTimes = {
  /** The last backup; null: there was none. */
  last: number | null
  /** Since when there is no newer one. */
  since: number
  /** Since when there is no newer copy off this machine; absent where none is meant to be. */
  copySince?: number
  /** Since when no rehearsal of a restore went well, and whether the last one failed; absent where there are none. */
  rehearsal?: { since: number; isFailing: boolean }
}

/** When the installation in `dataDir` was backed up, for its metrics. */
export async function backupTimes(
  dataDir: string,
  { leaves, rehearses }: { leaves: boolean; rehearses: boolean },
): Promise<BackupTimes> {
  const [at, copied] = [await lastBackupAt(dataDir), await lastCopyAt(dataDir)]
  const rehearsal = rehearses ? await lastRehearsal(dataDir) : null
  const began = async () => (await fs.stat(dataDir)).birthtimeMs
  return {
    last: at === null ? null : Date.parse(at),
    since: await newestBackupAt(dataDir),
    ...(leaves && { copySince: copied === null ? await began() : Date.parse(copied) }),
    ...(rehearses && {
      rehearsal: {
        since: rehearsal?.lastGoodAt ? Date.parse(rehearsal.lastGoodAt) : await began(),
        isFailing: rehearsal?.result === 'failed',
      },
    }),
  }
}
