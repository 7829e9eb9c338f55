import path from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from '@hot/embedded/backup/installation'
import { restore } from '@hot/embedded/backup/restore'
import { installationOptions } from '../backend/embedded-backend.ts'
import type { Environment } from '../settings/environment.ts'
import { placeOf, runPlaceCommand } from './place.ts'

const USAGE = 'So geht es: npm run restore -- DATEI [--replace]'

function readArguments(args: readonly string[]): { file: string; replace: boolean } {
  try {
    const options = { replace: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [file, ...rest] = positionals
    if (file && rest.length === 0) return { file: path.resolve(file), replace: values.replace }
  } catch (error) {
    throw new BackupError(USAGE, error)
  }
  throw new BackupError(USAGE)
}

/** `npm run restore -- FILE [--replace]`. Returns the lines to print. Throws BackupError, StartError. */
export async function restoreCommand(args: readonly string[], env: Environment): Promise<string[]> {
  const { file, replace } = readArguments(args)
  const { migrationsDir, program } = installationOptions
  return restore(placeOf(env), file, { migrationsDir, program, replace })
}

if (import.meta.main) await runPlaceCommand(() => restoreCommand(process.argv.slice(2), process.env))
