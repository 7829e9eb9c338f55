/**
 * `npm run db:migration -- NAME`: writes the next file of `supabase/migrations`, which leads from what the migrations make to
 * what `supabase/schemas` says. What it cannot know stands there as a gap to be filled by hand; what rows that exist need is
 * added by hand as well. Afterwards `npm test` compares both on both engines.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { Engine, Session } from '@hot/embedded/database/engine'
import { migrate } from '@hot/embedded/database/migrate'
import { openPglite } from '@hot/embedded/database/pglite'
import { ensurePlatform } from '@hot/embedded/platform/platform'
import { migrationsFolder, nextStamp } from '../check/migrations-lock.ts'
import { buildFromSchemas, rowsOf, throwAway, throwawayDirectory } from './build-database.ts'
import { type Catalogue, catalogueOf, differences } from './catalogue.ts'
import { schemaStatements, schemasFolder } from './schema-files.ts'
import { GAP, migrationText } from './write-migration.ts'

/** The catalogue of a database that `make` fills, and the rows that it makes. */
async function databaseAfter(
  make: (engine: Engine, owner: string) => Promise<unknown>,
): Promise<{ catalogue: Catalogue; rows: Catalogue }> {
  const dir = throwawayDirectory()
  const engine = await openPglite(dir)
  try {
    const { owner } = await ensurePlatform(engine)
    await make(engine, owner)
    return await engine.session(async (session) => ({
      catalogue: await catalogueOf(session),
      rows: await rowsOf(session),
    }))
  } finally {
    await engine.close()
    throwAway(dir)
  }
}

const [name = ''] = process.argv.slice(2)
if (!/^[a-z0-9_]+$/.test(name)) throw new Error('npm run db:migration -- name_of_the_change')

const statements = await schemaStatements(schemasFolder)
const should = await databaseAfter((engine, owner) =>
  engine.session((session: Session) => buildFromSchemas(session, owner, statements)),
)
const migrated = () => databaseAfter((engine, owner) => migrate(engine, owner, migrationsFolder))
const before = await migrated()
const found = differences(before.catalogue, should.catalogue)
if (found.length === 0) {
  for (const { name: table } of differences(before.rows, should.rows)) console.info(`rows differ: ${table}`)
  console.info('The migrations lead to supabase/schemas already.')
  process.exit()
}
const file = `${nextStamp(fs.readdirSync(migrationsFolder), new Date())}_${name}.sql`
const text = await migrationText(found, statements)
fs.writeFileSync(path.join(migrationsFolder, file), text)
console.info(`supabase/migrations/${file}`)

const gaps = text.split('\n').filter((line) => line.startsWith(GAP))
for (const gap of gaps) console.info(gap)
if (gaps.length === 0) {
  const after = await migrated()
  const left = [...differences(after.catalogue, should.catalogue), ...differences(after.rows, should.rows)]
  for (const { kind, name: one } of left) console.info(`still differs: ${kind} ${one}`)
}
