import path from 'node:path'
import { parseArgs } from 'node:util'
import { readIdentities } from '@hot/embedded/backup/encryption'
import { BackupError } from '@hot/embedded/backup/installation'
import { restore } from '@hot/embedded/backup/restore'
import { installationOptions } from '../backend/embedded-backend.ts'
import type { Environment } from '../settings/environment.ts'
import { placeOf, runPlaceCommand } from './place.ts'

const USAGE = 'So geht es: npm run restore -- DATEI [--replace] [--identity SCHLÜSSELDATEI]'

function readArguments(args: readonly string[]): { file: string; replace: boolean; identity: string | undefined } {
  try {
    const options = { replace: { type: 'boolean', default: false }, identity: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [file, ...rest] = positionals
    if (file && rest.length === 0)
      return { file: path.resolve(file), replace: values.replace, identity: values.identity }
  } catch (error) {
    throw new BackupError(USAGE, error)
  }
  throw new BackupError(USAGE)
}

/** `npm run restore -- FILE [--replace] [--identity KEY-FILE]`. Returns the lines to print. Throws BackupError, StartError. */
export async function restoreCommand(args: readonly string[], env: Environment): Promise<string[]> {
  const { file, replace, identity } = readArguments(args)
  const identities = identity === undefined ? [] : readIdentities(identity)
  const { migrationsDir, program } = installationOptions
  return restore(placeOf(env), file, { migrationsDir, program, replace, identities })
}

if (import.meta.main) await runPlaceCommand(() => restoreCommand(process.argv.slice(2), process.env))
