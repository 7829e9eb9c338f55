import { StartError } from '@hot/embedded'
import type { Place } from '@hot/embedded/backup/installation'
import { BackupError } from '@hot/embedded/backup/installation'
import { asCalled, dataDirOf, type Environment } from '../settings/environment.ts'
import { unknownNames } from '../settings/names.ts'
import '../wire/backend-language.ts'
import { obstacleLine } from '../wire/obstacle-line.ts'

/**
 * The installation to back up or restore. Throws BackupError for a Supabase project, and for a setting with a typo, which
 * would write a backup in plain text or look for another directory.
 */
export function placeOf(env: Environment): Place {
  const unknown = unknownNames(env)
  if (unknown.length > 0) throw new BackupError(unknown.join('\n'))
  if (env.SUPABASE_URL && !env.DATABASE_URL)
    throw new BackupError(
      'Ein Supabase-Projekt sichert sich selbst: Dashboard → Database → Backups, siehe docs/operations/backup.md.',
    )
  return { dataDir: dataDirOf(env), databaseUrl: env.DATABASE_URL || undefined }
}

/**
 * Runs a command and prints its lines, or one error line with exit code 1. Files that it writes are readable by their
 * owner only.
 */
export async function runPlaceCommand(command: () => Promise<readonly string[]>): Promise<void> {
  process.umask(0o077)
  try {
    for (const line of await command()) console.log(asCalled(line))
  } catch (error) {
    const isOurs = error instanceof BackupError || error instanceof StartError
    const line = isOurs ? error.message : obstacleLine(error)
    if (line === undefined) throw error
    console.error(asCalled(line))
    process.exitCode = 1
  }
}
