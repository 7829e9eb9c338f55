/**
 * `npm run db:migration`: writes what leads from the released migrations to what `supabase/schemas` says, as the one migration
 * of the version that is not released yet. It is written anew, under its name, with what stands in it from `-- By hand` on. What it cannot know stands there as a gap, among them what rows that exist have
 * to keep to; a gap goes once what it says is done below `-- By hand`. Afterwards `npm test` compares both on both engines.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { Engine, Session } from '@hot/embedded/database/engine'
import { migrate } from '@hot/embedded/database/migrate'
import { openPglite } from '@hot/embedded/database/pglite'
import { ensurePlatform } from '@hot/embedded/platform/platform'
import { lockFile, migrationsFolder, migrationsIn, nextStamp, readLock } from '../check/migrations-lock.ts'
import { GAP } from './alterations.ts'
import {
  buildFromSchemas,
  type Catalogue,
  catalogueOf,
  differences,
  rowsOf,
  throwAway,
  throwawayDirectory,
} from './catalogue.ts'
import { schemaStatements, schemasFolder } from './schema-files.ts'
import { migrationText } from './write-migration.ts'

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

const BY_HAND = '\n-- By hand\n'

/** What the migration of the version in development is called: `1_2_0`. */
const { version } = JSON.parse(fs.readFileSync(path.join(migrationsFolder, '../../package.json'), 'utf8')) as {
  version: string
}
const name = version.replace(/-.*/, '').replaceAll('.', '_')

/** That of the version which is not released yet, if there is one. */
function openMigration(): { file: string; text: string } | undefined {
  const released = new Set(readLock(fs.readFileSync(lockFile, 'utf8')).map(({ file }) => file))
  const file = migrationsIn(migrationsFolder).findLast((one) => !released.has(one.file))?.file
  return file === undefined ? undefined : { file, text: fs.readFileSync(path.join(migrationsFolder, file), 'utf8') }
}

const open = openMigration()

const statements = await schemaStatements(schemasFolder)
const should = await databaseAfter((engine, owner) =>
  engine.session((session: Session) => buildFromSchemas(session, owner, statements)),
)
const migrated = (folder: string) => databaseAfter((engine, owner) => migrate(engine, owner, folder))
// Of a copy: whoever ends this meanwhile keeps what is written by hand.
const copy = throwawayDirectory()
fs.cpSync(migrationsFolder, copy, { recursive: true, filter: (one) => path.basename(one) !== open?.file })
const before = await migrated(copy).finally(() => throwAway(copy))
const found = differences(before.catalogue, should.catalogue)
const byHand = open?.text.includes(BY_HAND) ? open.text.slice(open.text.indexOf(BY_HAND)) : ''
if (found.length === 0 && byHand === '') {
  if (open) fs.rmSync(path.join(migrationsFolder, open.file))
  for (const { name: table } of differences(before.rows, should.rows)) console.info(`rows differ: ${table}`)
  console.info('The migrations lead to supabase/schemas already.')
  process.exit()
}
const file = open?.file ?? `${nextStamp(fs.readdirSync(migrationsFolder), new Date())}_${name}.sql`
const text = `${(await migrationText(found, statements, byHand)).trimEnd()}\n${byHand}`
fs.writeFileSync(path.join(migrationsFolder, file), text)
console.info(`supabase/migrations/${file}`)

const gaps = text.split('\n').filter((line) => line.startsWith(GAP))
for (const gap of gaps) console.info(gap)
if (gaps.length === 0) {
  const after = await migrated(migrationsFolder).catch((error: unknown) => {
    console.error(`It does not run: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  })
  const left = [...differences(after.catalogue, should.catalogue), ...differences(after.rows, should.rows)]
  for (const { kind, name: one } of left) console.info(`still differs: ${kind} ${one}`)
}
