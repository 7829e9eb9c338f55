import fs from 'node:fs'
import path from 'node:path'
import type { Engine } from '@hot/embedded/database/engine'
import { openPglite } from '@hot/embedded/database/pglite'
import { makePrepared, renewTimes, unpackPrepared } from '@hot/embedded/platform/prepared'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyPreparedDatabase, scratchDirectory } from '../../../packages/embedded/test/prepared-database.ts'
import { catalogueOf, differences } from '../../../scripts/schemas/catalogue.ts'
import { migrationsDir } from '../support/database.ts'

let root: string
let unpacked: Engine
let migrated: Engine
beforeAll(async () => {
  root = scratchDirectory()
  await makePrepared(path.join(root, 'prepared'), migrationsDir)
  expect(unpackPrepared(path.join(root, 'prepared'), migrationsDir, path.join(root, 'unpacked'))).toBe(true)
  await copyPreparedDatabase(path.join(root, 'migrated'), migrationsDir)
  unpacked = await openPglite(path.join(root, 'unpacked'))
  migrated = await openPglite(path.join(root, 'migrated'))
}, 240_000)
afterAll(async () => {
  await unpacked?.close()
  await migrated?.close()
  fs.rmSync(root, { recursive: true, force: true })
})

type Row = Record<string, unknown>
const TABLES = `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$)' order by 1`

/** Every row of every table, by the table's name. */
const rowsOf = (engine: Engine): Promise<[string, Row[]][]> =>
  engine.session(async ({ query }) => {
    const found: [string, Row[]][] = []
    for (const { name } of (await query(TABLES)).rows) {
      const { rows } = await query(`select to_jsonb(t) as row from ${String(name)} t order by to_jsonb(t)::text`)
      if (rows.length > 0) found.push([String(name), rows.map(({ row }) => row as Row)])
    }
    return found
  })

const isInstant = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
const mapped = (rows: [string, Row[]][], change: (value: unknown) => unknown) =>
  rows.map(([name, all]) => [
    name,
    all
      .map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, change(value)])))
      // Their order was that of their times.
      .map((row) => JSON.stringify(row))
      .sort(),
  ])

test('an unpacked database is the one that the migrations make: objects, rights, list of migrations, every row', async () => {
  const [is, should] = [await unpacked.session(catalogueOf), await migrated.session(catalogueOf)]
  expect(should.size).toBeGreaterThan(1000)
  expect(differences(is, should)).toEqual([])
  const timeless = (value: unknown) => (isInstant(value) ? 'some time' : value)
  const [its, theirs] = [await rowsOf(unpacked), await rowsOf(migrated)]
  expect(mapped(its, timeless)).toEqual(mapped(theirs, timeless))
  expect(its.map(([name]) => name)).toContain('supabase_migrations.schema_migrations')
})

test('no row has a secret, an id or a day of the making, and every time is renewed', async () => {
  const began = new Date()
  await renewTimes(unpacked)
  const rows = (await rowsOf(unpacked)).filter(([name]) => name !== 'supabase_migrations.schema_migrations')
  const values = rows.flatMap(([name, all]) => all.flatMap((row) => Object.values(row).map((value) => [name, value])))
  const today = began.toISOString().slice(0, 10)
  const instants = values.filter(([, value]) => isInstant(value))
  expect(instants.length).toBeGreaterThan(5)
  for (const [name, value] of instants)
    expect(Date.parse(String(value)), String(name)).toBeGreaterThanOrEqual(began.getTime() - 1000)
  // Neither a day nor what is drawn by lot: a UUID, or long texts of random letters.
  const drawn = /^[0-9a-f]{8}-[0-9a-f]{4}-|^[\w+/=-]{24,}$/
  expect(values.filter(([, value]) => value === today || (typeof value === 'string' && drawn.test(value)))).toEqual([])
  const { rows: sequences } = await unpacked.session(({ query }) =>
    query('select sequencename from pg_sequences where last_value is not null'),
  )
  expect(sequences).toEqual([])
})
