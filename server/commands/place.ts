import { StartError } from '@hot/embedded'
import type { Place } from '@hot/embedded/backup/installation'
import { BackupError } from '@hot/embedded/backup/installation'
import { dataDirOf, type Environment } from '../settings/environment.ts'

/** Where the installation is that a backup or a restore is of. Throws BackupError for a Supabase project. */
export function placeOf(env: Environment): Place {
  if (env.SUPABASE_URL && !env.DATABASE_URL)
    throw new BackupError(
      'Ein Supabase-Projekt sichert sich selbst: Dashboard → Database → Backups, siehe docs/operations/backup.md.',
    )
  return { dataDir: dataDirOf(env), databaseUrl: env.DATABASE_URL || undefined }
}

/** Runs a command: its lines, or one line of why not and exit code 1. What it writes is for its owner only. */
export async function runPlaceCommand(command: () => Promise<readonly string[]>): Promise<void> {
  process.umask(0o077)
  try {
    for (const line of await command()) console.log(line)
  } catch (error) {
    if (!(error instanceof BackupError || error instanceof StartError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
