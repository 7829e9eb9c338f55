import { parseArgs } from 'node:util'
import { backUp } from '@hot/embedded/backup/back-up'
import { BackupError } from '@hot/embedded/backup/installation'
import { readBackupSettings } from '../settings/backup-settings.ts'
import type { Environment } from '../settings/environment.ts'
import { readVersion } from '../settings/environment.ts'
import { placeOf, runPlaceCommand } from './place.ts'

const USAGE = 'So geht es: npm run backup [-- --to DATEI-ODER-ORDNER] [--keep ANZAHL]'

function readArguments(args: readonly string[]): { to: string | undefined; keep: number | undefined } {
  try {
    const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' }, keep: { type: 'string' } } })
    const { to, keep } = values
    if (keep === undefined || /^[1-9]\d{0,3}$/.test(keep)) return { to, keep: keep ? Number(keep) : undefined }
  } catch (error) {
    throw new BackupError(USAGE, error)
  }
  throw new BackupError(USAGE)
}

/** `npm run backup [-- --to FILE-OR-FOLDER] [--keep COUNT]`, encrypted for HOT_BACKUP_RECIPIENT. Returns the lines to print. Throws BackupError, StartError. */
export async function backupCommand(args: readonly string[], env: Environment): Promise<string[]> {
  const wanted = readArguments(args)
  const { recipients, problems } = readBackupSettings(env)
  if (problems.length > 0) throw new BackupError(problems.join('\n'))
  return backUp(placeOf(env), { ...wanted, recipients, prefix: 'hot', version: readVersion() })
}

if (import.meta.main) await runPlaceCommand(() => backupCommand(process.argv.slice(2), process.env))
