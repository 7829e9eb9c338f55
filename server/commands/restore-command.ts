import path from 'node:path'
import { parseArgs } from 'node:util'
import { readIdentities } from '@hot/embedded/backup/encryption'
import { BackupError } from '@hot/embedded/backup/installation'
import { restore } from '@hot/embedded/backup/restore'
import { installationOptions } from '../backend/embedded-backend.ts'
import { readBackupSettings } from '../settings/backup-settings.ts'
import type { Environment } from '../settings/environment.ts'
import { newestAnywhere } from './off-machine.ts'
import { placeOf, runPlaceCommand } from './place.ts'

const USAGE = 'So geht es: npm run restore -- DATEI|--latest [--replace] [--identity SCHLÜSSELDATEI]'

type Wanted = { file: string | undefined; replace: boolean; identity: string | undefined }

/** `file` undefined: the newest backup. */
function readArguments(args: readonly string[]): Wanted {
  try {
    const options = {
      replace: { type: 'boolean', default: false },
      latest: { type: 'boolean', default: false },
      identity: { type: 'string' },
    } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [file, ...rest] = positionals
    if (rest.length === 0 && values.latest !== (file !== undefined))
      return { file: file && path.resolve(file), replace: values.replace, identity: values.identity }
  } catch (error) {
    throw new BackupError(USAGE, error)
  }
  throw new BackupError(USAGE)
}

/**
 * `npm run restore -- FILE|--latest [--replace] [--identity KEY-FILE]`; `--latest` is the newest backup in HOT_BACKUP_DIR or
 * in the bucket for backups. Returns the lines to print. Throws BackupError, StartError.
 */
export async function restoreCommand(args: readonly string[], env: Environment): Promise<string[]> {
  const { file, replace, identity } = readArguments(args)
  const identities = identity === undefined ? [] : readIdentities(identity)
  const { migrationsDir, program } = installationOptions
  const place = placeOf(env)
  if (file) return restore(place, file, { migrationsDir, program, replace, identities })
  const { problems, ...settings } = readBackupSettings(env)
  if (problems.length > 0) throw new BackupError(problems.join('\n'))
  const newest = await newestAnywhere(place.dataDir, settings)
  return [
    `Die neueste Sicherung: ${newest}`,
    ...(await restore(place, newest, { migrationsDir, program, replace, identities })),
  ]
}

if (import.meta.main) await runPlaceCommand(() => restoreCommand(process.argv.slice(2), process.env))
