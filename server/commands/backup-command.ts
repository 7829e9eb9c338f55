import { parseArgs } from 'node:util'
import { backUp } from '@hot/embedded/backup/back-up'
import { BackupError } from '@hot/embedded/backup/installation'
import { leavesMachine, readBackupSettings } from '../settings/backup-settings.ts'
import { readVersion } from '../settings/build-info.ts'
import type { Environment } from '../settings/environment.ts'
import { SCHEDULED, sendAway, sendNewest } from './off-machine.ts'
import { placeOf, runPlaceCommand } from './place.ts'

const USAGE =
  'So geht es: npm run backup [-- --to DATEI-ODER-ORDNER] [--keep ANZAHL] [--portable] oder npm run backup -- --send'

type Wanted = { to: string | undefined; keep: number | undefined; scheduled: boolean; portable: boolean; send: boolean }

function readArguments(args: readonly string[]): Wanted {
  try {
    const options = {
      to: { type: 'string' },
      keep: { type: 'string' },
      scheduled: { type: 'boolean', default: false },
      portable: { type: 'boolean', default: false },
      send: { type: 'boolean', default: false },
    } as const
    const { to, keep, scheduled, portable, send } = parseArgs({ args: [...args], options }).values
    if (keep === undefined || /^[1-9]\d{0,3}$/.test(keep))
      return { to, keep: keep ? Number(keep) : undefined, scheduled, portable, send }
  } catch (error) {
    throw new BackupError(USAGE, error)
  }
  throw new BackupError(USAGE)
}

/**
 * `npm run backup [-- --to FILE-OR-FOLDER] [--keep COUNT] [--portable]`, encrypted for HOT_BACKUP_RECIPIENT, by default to
 * HOT_BACKUP_DIR, and from there off this machine, if that is set up; `--send` does the last for the newest backup alone. With `--scheduled` the server calls it (`server/jobs/scheduled-backup.ts`). Returns the lines to print.
 * Throws BackupError, StartError.
 */
export async function backupCommand(args: readonly string[], env: Environment): Promise<string[]> {
  const { to, keep, scheduled, portable, send } = readArguments(args)
  const { recipients, dir, keep: retained, away, problems } = readBackupSettings(env)
  if (problems.length > 0) throw new BackupError(problems.join('\n'))
  const place = placeOf(env)
  if (send) return sendNewest(place.dataDir, { dir, away })
  const common = {
    to: to ?? dir,
    recipients,
    version: readVersion(),
    portable,
    ...(leavesMachine(away) && { send: (file: string) => sendAway(file, place.dataDir, away) }),
  }
  const lines = await backUp(place, {
    ...common,
    ...(scheduled ? { prefix: SCHEDULED, keep: retained } : { prefix: 'hot', keep }),
  })
  const bucket = env.HOT_S3_BUCKET?.trim()
  return bucket ? [...lines, `Die Bilder im S3-Bucket »${bucket}« sind nicht dabei: docs/operations/backup.md.`] : lines
}

if (import.meta.main) await runPlaceCommand(() => backupCommand(process.argv.slice(2), process.env))
