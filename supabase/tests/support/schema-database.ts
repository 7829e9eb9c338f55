import type { Engine } from '@hot/embedded/database/engine'
import { openPglite } from '@hot/embedded/database/pglite'
import { openPostgres } from '@hot/embedded/database/postgres'
import { ensurePlatform } from '@hot/embedded/platform/platform'
import { scratchDirectory } from '../../../packages/embedded/test/prepared-database.ts'
import { emptyServerDatabase } from '../../../packages/embedded/test/server-database.ts'
import { buildFromSchemas, throwAway } from '../../../scripts/schemas/catalogue.ts'
import type { SchemaStatement } from '../../../scripts/schemas/schema-files.ts'
import type { TestDatabase } from './database.ts'

/** A database made of `supabase/schemas` alone, on the engine of the run. */
export async function openSchemaDatabase(statements: readonly SchemaStatement[]): Promise<TestDatabase> {
  const { engine, discard } = await emptyDatabase()
  const close = async () => {
    await engine.close()
    await discard()
  }
  try {
    const { owner } = await ensurePlatform(engine)
    await engine.session((session) => buildFromSchemas(session, owner, statements))
    return { engine, owner, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function emptyDatabase(): Promise<{ engine: Engine; discard: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const dir = scratchDirectory()
    return { engine: await openPglite(dir), discard: async () => throwAway(dir) }
  }
  const { url, drop } = await emptyServerDatabase(server)
  return { engine: openPostgres(url, () => {}), discard: drop }
}
