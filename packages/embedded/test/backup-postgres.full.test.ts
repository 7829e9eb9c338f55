import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { backUp } from '@hot/embedded/backup/back-up'
import { inRehearsal, rehearse } from '@hot/embedded/backup/rehearse'
import { restore } from '@hot/embedded/backup/restore'
import { differingTables, tableContents } from '@hot/embedded/backup/table-contents'
import { openPostgres } from '@hot/embedded/database/postgres'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everything } from './backup-places.ts'
import { MIGRATIONS, openOurs } from './open-contract.ts'
import { copyServerDatabase, type ServerDatabase } from './server-database.ts'

const { TEST_DATABASE_URL = '' } = process.env

describe.runIf(TEST_DATABASE_URL)('a backup of a PostgreSQL database', () => {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-backup-'))
  const [dataDir, other, file] = ['data', 'other', 'backup.tar.gz'].map((name) => path.join(scratch, name)) as [
    string,
    string,
    string,
  ]
  const now = new Date(Date.UTC(2026, 0, 1))
  let database: ServerDatabase
  let admin: pg.Client
  let written = 0

  const named = (name: string) => {
    const url = new URL(TEST_DATABASE_URL)
    url.pathname = `/${name}`
    return url.href
  }
  const nameOf = (url: string) => new URL(url).pathname.slice(1)
  const contentsOf = async (url: string) => {
    const engine = openPostgres(url, () => {})
    return engine.session((session) => tableContents(session)).finally(() => engine.close())
  }
  /** Ours, and those put aside under its name; other tests make their own meanwhile. */
  const databases = async () =>
    (
      await admin.query<{ datname: string }>(
        'select datname from pg_database where starts_with(datname, $1) order by 1',
        [nameOf(database.url)],
      )
    ).rows.map((row) => row.datname)

  beforeAll(async () => {
    database = await copyServerDatabase(TEST_DATABASE_URL, MIGRATIONS)
    admin = new pg.Client({ connectionString: TEST_DATABASE_URL })
    await admin.connect()
    fs.mkdirSync(path.join(dataDir, 'files/ab'), { recursive: true })
    fs.writeFileSync(path.join(dataDir, 'files/ab/abc'), 'ein Bild')
  })
  afterAll(async () => {
    for (const name of (await databases()).filter((name) => name.startsWith(nameOf(database.url))))
      await admin.query(`drop database ${pg.escapeIdentifier(name)} with (force)`)
    await admin.end()
    fs.rmSync(scratch, { recursive: true, force: true })
  })

  test('is consistent while members write', async () => {
    const ours = await openOurs({ databaseUrl: database.url, dataDir })
    let stopped = false
    const writing = (async () => {
      for (let n = 1; !stopped; n++) {
        await ours.backend.query('insert into public.many (n) values ($1)', [100_000 + n])
        written = n
        await pause(1)
      }
    })()
    await expect.poll(() => written, { interval: 5, timeout: 60_000 }).toBeGreaterThan(20)
    const before = written
    const env = { databaseUrl: database.url, dataDir }
    expect((await backUp(env, { to: file, version: '1.0.0' }))[0]).toContain('The database was in use meanwhile.')
    expect(written).toBeGreaterThan(before)
    stopped = true
    await writing
    await expect(restore(env, file, { migrationsDir: MIGRATIONS, replace: true })).rejects.toThrow(
      'End all servers that run on it first',
    )
    await ours.close()
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  })

  test('is rehearsed beside the database in use, which stays as it is, and what a killed rehearsal left is dropped', async () => {
    const ours = await openOurs({ databaseUrl: database.url, dataDir })
    const place = { databaseUrl: database.url, dataDir }
    try {
      const before = await databases()
      await admin.query(`create database ${pg.escapeIdentifier(`${nameOf(database.url)}-rehearsal-2020`)}`)
      const seen = await inRehearsal(place, async (dir) => {
        const { seen: rows } = await rehearse(place, file, dir, {
          migrationsDir: MIGRATIONS,
          look: async (session) => (await session.query('select count(*)::int as rows from public.many')).rows[0]?.rows,
        })
        expect(await databases()).toEqual(before)
        return rows
      })
      expect(Number(seen)).toBeGreaterThan(20)
      await expect(
        inRehearsal(place, (dir) =>
          rehearse(place, file, dir, {
            migrationsDir: MIGRATIONS,
            look: async (session) => {
              expect(await databases()).toEqual([...before, expect.stringContaining('-rehearsal-')])
              return session.query('select nothing')
            },
          }),
        ),
      ).rejects.toThrow('nothing')
      expect(await databases()).toEqual(before)
      expect(fs.existsSync(path.join(dataDir, 'rehearsal-work'))).toBe(false)
    } finally {
      await ours.close()
    }
  })

  test('is refused over an existing database, without the tools or without DATABASE_URL, and changes nothing', async () => {
    const env = { databaseUrl: database.url, dataDir: other }
    const before = [await databases(), await contentsOf(database.url), everything(other)]
    await expect(restore(env, file, { migrationsDir: MIGRATIONS })).rejects.toThrow(
      'There is something in the database already',
    )
    await expect(restore({ ...env, dataDir }, file, { migrationsDir: MIGRATIONS })).rejects.toThrow(
      'There is something in',
    )
    await expect(restore({ dataDir: other }, file, { migrationsDir: MIGRATIONS })).rejects.toThrow('Give a databaseUrl')
    const { PATH } = process.env
    process.env.PATH = scratch
    try {
      await expect(restore(env, file, { migrationsDir: MIGRATIONS, replace: true })).rejects.toThrow(
        'pg_restore is missing on this machine',
      )
      await expect(
        backUp({ ...env, dataDir }, { to: path.join(scratch, 'second.tar.gz'), version: '1.0.0' }),
      ).rejects.toThrow('pg_dump is missing')
    } finally {
      process.env.PATH = PATH
    }
    expect([await databases(), await contentsOf(database.url), everything(other)]).toEqual(before)
  })

  test('replaces the old database, which is kept under another name, and works', async () => {
    const lines = await restore(
      { databaseUrl: database.url, dataDir: other },
      file,
      { migrationsDir: MIGRATIONS, replace: true },
      now,
    )
    const previous = `${nameOf(database.url)}-before-restore-2026-01-01T000000Z`
    expect(lines.join('\n')).toContain(previous)
    expect(fs.readFileSync(path.join(other, 'files/ab/abc'), 'utf8')).toBe('ein Bild')

    const [old, restored] = [await contentsOf(named(previous)), await contentsOf(database.url)]
    expect(differingTables(old, restored)).toEqual(['public.many'])
    const later = Number(old['public.many']?.rows) - Number(restored['public.many']?.rows)
    const engine = openPostgres(named(previous), () => {})
    await engine.session((session) => session.exec(`delete from public.many where n > ${100_000 + written - later}`))
    await engine.close()
    expect(differingTables(await contentsOf(named(previous)), restored)).toEqual([])

    const ours = await openOurs({ databaseUrl: database.url })
    const asGuest = await ours.guest().from('books').select('id').limit(1)
    expect([asGuest.error, asGuest.data?.length]).toEqual([null, 1])
    const forbidden = await ours.guest().from('authors').insert({ id: 1, name: 'x' })
    expect(forbidden.error?.code).toBe('42501')
    await ours.close()
  })

  test('can be restored into an empty database', async () => {
    const empty = `${nameOf(database.url)}-empty`
    await admin.query(`create database ${pg.escapeIdentifier(empty)}`)
    const env = { databaseUrl: named(empty), dataDir: path.join(scratch, 'third') }
    expect((await restore(env, file, { migrationsDir: MIGRATIONS }, now)).join()).not.toContain('Was vorher da war')
    expect(differingTables(await contentsOf(database.url), await contentsOf(named(empty)))).toEqual([])
  })

  test('can be encrypted, and is restored with the secret key only', async () => {
    const identity = await generateX25519Identity()
    const sealed = path.join(scratch, 'backup.tar.gz.age')
    const recipients = [await identityToRecipient(identity)]
    await backUp({ databaseUrl: database.url, dataDir }, { to: sealed, recipients, version: '1.0.0' })
    const empty = `${nameOf(database.url)}-sealed`
    await admin.query(`create database ${pg.escapeIdentifier(empty)}`)
    const env = { databaseUrl: named(empty), dataDir: path.join(scratch, 'fourth') }
    await expect(restore(env, sealed, { migrationsDir: MIGRATIONS }, now)).rejects.toThrow('Name its key by identities')
    await restore(env, sealed, { migrationsDir: MIGRATIONS, identities: [identity] }, now)
    expect(differingTables(await contentsOf(database.url), await contentsOf(named(empty)))).toEqual([])
  })
})
