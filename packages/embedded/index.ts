import fs from 'node:fs'
import path from 'node:path'
import type { Backend, BackendOptions } from './src/backend-options.ts'
import { closeSharedObjects } from './src/closed-prototypes.ts'
import { openDatabase, type Prepared } from './src/database/open-database.ts'
import { openFiles } from './src/storage/open-files.ts'
import { words } from './src/words.ts'

// Public API of the package. Individual parts are exported as subpaths in package.json.
export type { Backend, BackendOptions, BackendStatus, Query } from './src/backend-options.ts'
export { StartError, type StartErrorCode } from './src/directory/start-error.ts'

/**
 * Opens database, secrets, REST, storage and auth, and applies the migrations. Fails with a `StartError` in one
 * line. Takes the lock before importing anything heavy, so that a second process fails fast.
 */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  closeSharedObjects()
  const log = options.log ?? (() => {})
  const dataDir = options.dataDir && path.resolve(options.dataDir)
  if (dataDir && options.databaseUrl) fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const files = await openFiles({ ...options, dataDir }, log)
  log(options.databaseUrl ? words.log.connecting : words.log.opening)
  const database = await openDatabase({ ...options, dataDir, prepared: preparedFor(options) }, log)
  try {
    const { composeBackend } = await import('./src/compose-backend.ts')
    return await composeBackend(database, { ...options, dataDir }, log, files)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** A new database as it was prepared for these migrations, if it was. */
function preparedFor({ preparedDatabases, migrationsDir }: BackendOptions): Prepared | undefined {
  if (preparedDatabases === undefined) return undefined
  const load = () => import('./src/platform/prepared.ts')
  return {
    unpack: async (pgDir) => (await load()).unpackPrepared(preparedDatabases, migrationsDir, pgDir),
    renew: async (engine) => (await load()).renewTimes(engine),
  }
}
