/** Packs the database that new installations of this build are unpacked from (docs/decisions/158-prepared-database.md). */
import path from 'node:path'
import { makePrepared } from '@hot/embedded/database/prepared'
import { installationOptions } from '../../server/backend/embedded-backend.ts'

const { preparedDatabases, migrationsDir } = installationOptions
const began = performance.now()
if (await makePrepared(preparedDatabases, path.resolve(migrationsDir)))
  console.info(`Datenbank für neue Installationen vorbereitet in ${Math.round((performance.now() - began) / 1000)} s.`)
