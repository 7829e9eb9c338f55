import { parseArgs } from 'node:util'
import { backUp } from '@hot/embedded/backup/back-up'
import { BackupError } from '@hot/embedded/backup/installation'
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

/** `npm run backup [-- --to FILE-OR-FOLDER] [--keep COUNT]`. Returns the lines to print. Throws BackupError, StartError. */
export async function backupCommand(args: readonly string[], env: Environment): Promise<string[]> {
  const wanted = readArguments(args)
  return backUp(placeOf(env), { ...wanted, prefix: 'hot', version: readVersion() })
}

if (import.meta.main) await runPlaceCommand(() => backupCommand(process.argv.slice(2), process.env))
