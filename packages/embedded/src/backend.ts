import fs from 'node:fs'
import path from 'node:path'
import type { Backend, BackendOptions } from './backend-options.ts'
import { openDatabase } from './database/open-database.ts'

export type { Backend, BackendOptions } from './backend-options.ts'

/**
 * Opens database, secrets, REST, storage and auth, and applies the migrations. Fails with a `StartError` in one German
 * line. The lock comes before everything heavy is even imported: a second process ends at once.
 */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const log = options.log ?? (() => {})
  const dataDir = options.dataDir && path.resolve(options.dataDir)
  if (dataDir && options.databaseUrl) fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  log(options.databaseUrl ? 'Verbindung zur Datenbank …' : 'Datenbank wird geöffnet …')
  const database = await openDatabase({ dataDir, databaseUrl: options.databaseUrl }, log)
  try {
    const { composeBackend } = await import('./compose-backend.ts')
    return await composeBackend(database, { ...options, dataDir }, log)
  } catch (error) {
    await database.close()
    throw error
  }
}
