import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS, OPENS_A_DATABASE, openOurs } from './open-contract.ts'
import { scratchDirectory } from './prepared-database.ts'
import { copyServerDatabase, emptyServerDatabase, type ServerDatabase } from './server-database.ts'

const { TEST_DATABASE_URL = '' } = process.env

describe.runIf(TEST_DATABASE_URL)('several processes on one PostgreSQL', OPENS_A_DATABASE, () => {
  let database: ServerDatabase
  let scratch: string
  beforeAll(() => {
    scratch = scratchDirectory()
  })
  afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }))

  test('start for the first time at once, five times: each works, and they share what one has created', async () => {
    for (let round = 0; round < 5; round++) {
      database = await emptyServerDatabase(TEST_DATABASE_URL)
      const seeded: number[] = []
      const starts = [1, 2, 3].map((process) =>
        openOurs({
          databaseUrl: database.url,
          // As a first start fills an empty installation.
          prepare: async ({ query }) => {
            const [row] = await query<{ empty: boolean }>('select not exists (select from private.kept) as empty')
            if (row?.empty !== true) return
            await query('insert into private.kept values ($1)', [process])
            seeded.push(process)
          },
          migrationsDir: path.join(scratch, 'migrations'),
        }),
      )
      const opened = await Promise.all(starts)
      expect(new Set(opened.map(({ publishableKey }) => publishableKey)).size).toBe(1)
      expect(seeded).toHaveLength(1)
      for (const { guest, close } of opened) {
        expect((await guest().from('books').select('id').order('id')).error).toBeNull()
        await close()
      }
      await database.drop()
    }
  })

  beforeAll(() => {
    const migrations = path.join(scratch, 'migrations')
    fs.cpSync(MIGRATIONS, migrations, { recursive: true })
    fs.writeFileSync(path.join(migrations, '20250102000000_kept.sql'), 'create table private.kept (process int);')
  })

  test('a migration that waits for a lock lets others read meanwhile, and runs once it is free', async () => {
    database = await copyServerDatabase(TEST_DATABASE_URL, MIGRATIONS)
    const [holder, reader] = [database.url, database.url].map(
      (connectionString) => new pg.Client({ connectionString, query_timeout: 30_000 }),
    )
    await holder?.connect()
    await reader?.connect()
    await holder?.query('begin; select from public.books limit 1')
    const migrations = path.join(scratch, 'altering')
    fs.cpSync(MIGRATIONS, migrations, { recursive: true })
    fs.writeFileSync(
      path.join(migrations, '20250103000000_alter.sql'),
      'alter table public.books add column extra text;',
    )
    const starting = openOurs({ databaseUrl: database.url, migrationsDir: migrations })
    const waiting = `select from pg_locks where not granted and relation = 'public.books'::regclass`
    await expect.poll(async () => (await reader?.query(waiting))?.rowCount, { timeout: 60_000 }).toBe(1)
    // Behind the waiting migration; the holder stays as it is.
    expect((await reader?.query('select id from public.books limit 1'))?.rowCount).toBe(1)
    await holder?.query('commit')
    const started = await starting
    expect((await started.guest().from('books').select('id, extra').limit(1)).error).toBeNull()
    await started.close()
    await holder?.end()
    await reader?.end()
    await database.drop()
  })
})
