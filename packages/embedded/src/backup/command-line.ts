import path from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '../directory/start-error.ts'
import { BackupError } from './backup-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export const MIGRATIONS = path.resolve(import.meta.dirname, '../../../../supabase/migrations')

/** Where the installation is, by the names of the start contract. */
export type Place = { dataDir: string; databaseUrl: string | undefined }

export function placeOf(env: Environment): Place {
  if (env.SUPABASE_URL && !env.DATABASE_URL)
    throw new BackupError(
      'Ein Supabase-Projekt sichert sich selbst: Dashboard → Database → Backups, siehe docs/operations/backup.md.',
    )
  return { dataDir: path.resolve(env.HOT_DATA_DIR || '.data'), databaseUrl: env.DATABASE_URL || undefined }
}

const usage = {
  backup: 'So geht es: npm run backup [-- --to DATEI-ODER-ORDNER] [--keep ANZAHL]',
  restore: 'So geht es: npm run restore -- DATEI [--replace]',
}

export function readBackupArguments(args: readonly string[]): { to: string | undefined; keep: number | undefined } {
  try {
    const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' }, keep: { type: 'string' } } })
    const { to, keep } = values
    if (keep === undefined || /^[1-9]\d{0,3}$/.test(keep)) return { to, keep: keep ? Number(keep) : undefined }
  } catch (error) {
    throw new BackupError(usage.backup, error)
  }
  throw new BackupError(usage.backup)
}

export function readRestoreArguments(args: readonly string[]): { file: string; replace: boolean } {
  try {
    const options = { replace: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [file, ...rest] = positionals
    if (file && rest.length === 0) return { file: path.resolve(file), replace: values.replace }
  } catch (error) {
    throw new BackupError(usage.restore, error)
  }
  throw new BackupError(usage.restore)
}

/** Runs a command: its lines, or one line of why not and exit code 1. What it writes is for its owner only. */
export async function runCommand(command: () => Promise<readonly string[]>): Promise<void> {
  process.umask(0o077)
  try {
    for (const line of await command()) console.log(line)
  } catch (error) {
    if (!(error instanceof BackupError || error instanceof StartError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
