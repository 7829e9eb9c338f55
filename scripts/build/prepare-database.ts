/** Packs the database that new installations of this build are unpacked from (docs/decisions/158-prepared-database.md). */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { makePrepared } from '@hot/embedded/platform/prepared'
import { installationOptions } from '../../server/backend/embedded-backend.ts'

/** In a process of its own: making a database takes a gigabyte for a moment. */
export function prepareDatabase(): void {
  execFileSync(process.execPath, [import.meta.filename], { stdio: 'inherit' })
}

async function run(): Promise<void> {
  const { preparedDatabases, migrationsDir } = installationOptions
  const began = performance.now()
  if (await makePrepared(preparedDatabases, path.resolve(migrationsDir)))
    console.info(
      `Datenbank für neue Installationen vorbereitet in ${Math.round((performance.now() - began) / 1000)} s.`,
    )
}

if (process.argv[1] === import.meta.filename) await run()
