import fs from 'node:fs'
import { BackupError } from './backup-error.ts'
import { type Place, stampOf } from './data-entries.ts'
import type { Manifest } from './manifest.ts'
import { DUMP } from './manifest.ts'
import { verifyArchive } from './read-archive.ts'
import { restoreDatabase } from './restore-database.ts'
import { unpackBeside } from './restore-directory.ts'

function newestMigration(migrationsDir: string): string {
  const versions = fs.readdirSync(migrationsDir).flatMap((file) => /^(\d+)_.*\.sql$/.exec(file)?.[1] ?? [])
  return versions.sort().at(-1) ?? ''
}

/** Whether this program can run what was backed up, in the place that it is meant for. Throws BackupError. */
function requireFit({ migration, kind }: Manifest, { databaseUrl }: Place, migrationsDir: string): void {
  if (migration > newestMigration(migrationsDir))
    throw new BackupError(
      `Die Sicherung ist neuer als dieses Programm (sie kennt ${migration}). Bitte erst das Programm aktualisieren.`,
    )
  if (kind === 'postgres' && !databaseUrl)
    throw new BackupError('Das ist die Sicherung einer PostgreSQL-Datenbank. Bitte DATABASE_URL setzen.')
}

export type RestoreOptions = {
  /** The migrations of this program: a newer backup is refused. */
  migrationsDir: string
  /** What is there already is kept aside; without it the place must be empty. */
  replace?: boolean | undefined
}
type Options = { migrationsDir: string; replace: boolean; stamp: string }

async function restoreInto({ dataDir, databaseUrl }: Place, file: string, manifest: Manifest, options: Options) {
  const unpacked = await unpackBeside(file, dataDir, manifest, options.replace)
  try {
    if (!databaseUrl) return [unpacked.swap(options.stamp)]
    const database = await restoreDatabase(databaseUrl, unpacked.at, manifest, options)
    try {
      fs.rmSync(`${unpacked.at}/${DUMP}`, { force: true })
      return [await database.swap(options.stamp), unpacked.swap(options.stamp)]
    } finally {
      await database.leave()
    }
  } finally {
    unpacked.leave()
  }
}

/** Puts a backup into an empty place, or with `replace` into one whose contents it keeps aside. Gives back the lines to print. */
export async function restore(
  place: Place,
  file: string,
  options: RestoreOptions,
  now = new Date(),
): Promise<string[]> {
  const { migrationsDir, replace = false } = options
  const manifest = await verifyArchive(file)
  requireFit(manifest, place, migrationsDir)
  const old = await restoreInto(place, file, manifest, { migrationsDir, replace, stamp: stampOf(now) })
  const kept = old.filter((name) => name !== undefined)
  return [
    `Zurückgespielt: der Stand vom ${new Date(manifest.createdAt).toLocaleString('de-DE', { timeZone: 'Europe/Berlin' })}.`,
    ...kept.map((name) => `Was vorher da war, liegt unter ${name}. Lösch es, wenn alles stimmt.`),
  ]
}
