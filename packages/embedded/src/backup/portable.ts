import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Engine } from '../database/engine.ts'
import { BULK_LIMITS } from '../database/limits.ts'
import { migrate } from '../database/migrate.ts'
import { StartError } from '../directory/start-error.ts'
import { ensurePlatform } from '../platform/platform.ts'
import { words } from '../words.ts'
import type { Manifest } from './archive.ts'
import { BackupError, requireRoom, sizeOf } from './installation.ts'
import { fillRows, type Rows, readRows } from './rows.ts'
import { columnContents, requireTables, type Tables } from './table-contents.ts'

/** The directory of rows in a portable backup: `tables.json`, and files of rows by the number of their table. */
const ROWS = 'rows'
const tablesIn = (dir: string) => path.join(dir, ROWS, 'tables.json')
const batchIn = (dir: string, table: number, batch: number) => path.join(dir, ROWS, String(table), `${batch}.json`)

const tablesSchema = z.object({
  tables: z.array(z.object({ name: z.string(), columns: z.string(), partition: z.string().nullable() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
})

async function writeRows(dir: string, { tables, sequences, batches }: Rows): Promise<void> {
  fs.mkdirSync(path.join(dir, ROWS), { mode: 0o700 })
  fs.writeFileSync(tablesIn(dir), JSON.stringify({ tables, sequences }))
  for (const [at, table] of tables.entries()) {
    fs.mkdirSync(path.join(dir, ROWS, String(at)), { mode: 0o700 })
    let batch = 0
    for await (const text of batches(table)) fs.writeFileSync(batchIn(dir, at, batch++), text)
  }
}

function writtenRows(dir: string): Rows {
  const { tables, sequences } = tablesSchema.parse(JSON.parse(fs.readFileSync(tablesIn(dir), 'utf8')))
  return {
    tables,
    sequences,
    batches: async function* (table) {
      const at = tables.findIndex(({ name }) => name === table.name)
      for (let batch = 0; fs.existsSync(batchIn(dir, at, batch)); batch++)
        yield await fs.promises.readFile(batchIn(dir, at, batch), 'utf8')
    },
  }
}

/**
 * Replaces the copy of an embedded database in `dir` by its rows, which a program with another PostgreSQL can read too.
 * Returns rows and hash of every table.
 */
export async function replaceByRows(dir: string): Promise<Tables> {
  const { openPglite } = await import('../database/pglite.ts')
  const files = path.join(dir, 'pg')
  requireRoom(dir, sizeOf(files))
  const engine = await openPglite(files)
  const write = (rows: Rows, contents: Tables) => writeRows(dir, rows).then(() => contents)
  const contents = await engine
    .session((session) => readRows(session, write), BULK_LIMITS)
    .finally(() => engine.close())
  fs.rmSync(files, { recursive: true })
  return contents
}

/**
 * Fills an empty database with the rows of an unpacked portable backup. It gets the schema that they had: the next start
 * runs the migrations since. Throws BackupError.
 */
export async function fillFromBackup(
  engine: Engine,
  unpacked: string,
  { migration, tables }: Manifest,
  migrationsDir: string,
): Promise<void> {
  const { owner } = await ensurePlatform(engine)
  try {
    await migrate(engine, owner, migrationsDir, undefined, migration)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new BackupError(words.backup.notOpenable(error.message), error)
  }
  const rows = writtenRows(unpacked)
  const filled = await engine.session(async (session) => {
    await fillRows(session, rows)
    return columnContents(session, rows.tables)
  }, BULK_LIMITS)
  requireTables(tables ?? {}, filled)
  fs.rmSync(path.join(unpacked, ROWS), { recursive: true })
}

/** Makes `pg/` in an unpacked portable backup. Throws BackupError. */
export async function makeDatabase(unpacked: string, manifest: Manifest, migrationsDir: string): Promise<void> {
  const { openPglite } = await import('../database/pglite.ts')
  const engine = await openPglite(path.join(unpacked, 'pg'))
  await fillFromBackup(engine, unpacked, manifest, migrationsDir).finally(() => engine.close())
}
