import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Backend } from '@hot/embedded'
import { verifyArchive } from '@hot/embedded/backup/archive'
import { backUp } from '@hot/embedded/backup/back-up'
import { BackupError } from '@hot/embedded/backup/installation'
import { restore } from '@hot/embedded/backup/restore'
import { differingTables, tableContents } from '@hot/embedded/backup/table-contents'
import { PGLITE_POSTGRES } from '@hot/embedded/database/open-database'
import { openPglite } from '@hot/embedded/database/pglite'
import { lockDirectory } from '@hot/embedded/directory/data-directory'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS, OPENS_A_DATABASE, openOurs } from './open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from './prepared-database.ts'

let scratch: string
let dir: string
let other: string
let file: string
beforeEach(async () => {
  scratch = scratchDirectory()
  ;[dir, other, file] = ['data', 'other', 'backup.tar.gz'].map((name) => path.join(scratch, name)) as [
    string,
    string,
    string,
  ]
  fs.mkdirSync(dir, { mode: 0o700 })
  await copyPreparedDatabase(path.join(dir, 'pg'), MIGRATIONS)
})
afterEach(() => fs.rmSync(scratch, { recursive: true, force: true }))

const contentsIn = async (dataDir: string) => {
  const engine = await openPglite(path.join(dataDir, 'pg'))
  return engine.session((session) => tableContents(session)).finally(() => engine.close())
}

const rowsUpTo = async (backend: Backend, n: number) =>
  Number(
    (await backend.query<{ rows: number }>('select count(*)::int as rows from public.many where n <= $1', [n]))[0]
      ?.rows,
  )

/** Each writes into two tables in one transaction, of which no backup may contain half. */
function writer(backend: Backend) {
  let written = 0
  let stopped = false
  const running = (async () => {
    for (let n = 1; !stopped; n++) {
      await backend.transaction(async (query) => {
        await query('insert into public.many (n) values ($1)', [100_000 + n])
        await query('insert into public.authors (id, name) values ($1, $2)', [100_000 + n, `Autorin ${n}`])
      })
      written = n
      await pause(1)
    }
  })()
  return {
    written: () => written,
    stop: () => {
      stopped = true
      return running
    },
  }
}

test('a backup during writes is consistent, and the writes continue', OPENS_A_DATABASE, async () => {
  const { backend } = await openOurs({ dataDir: dir })
  fs.mkdirSync(path.join(dir, 'files/ab'), { recursive: true })
  fs.writeFileSync(path.join(dir, 'files/ab/abc'), 'ein Bild')
  const { written, stop } = writer(backend)
  await expect.poll(written, { interval: 5, timeout: 60_000 }).toBeGreaterThan(20)
  const before = written()
  const [line] = await backUp({ dataDir: dir }, { to: file, version: '1.0.0' })
  const after = written()
  await stop()
  expect(line).toMatch(/^Backed up: .*backup\.tar\.gz \([\d.]+ MB\)\. The server went on; .* waited for \d+ ms\.$/)
  expect(after).toBeGreaterThan(before)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(fs.existsSync(path.join(dir, 'backup-done'))).toBe(true)

  await restore({ dataDir: other }, file, { migrationsDir: MIGRATIONS })
  for (const name of ['secrets.json', 'files/ab/abc'])
    expect(fs.readFileSync(path.join(other, name), 'utf8')).toBe(fs.readFileSync(path.join(dir, name), 'utf8'))
  const copy = await contentsIn(other)
  const n = Number(copy['public.many']?.rows) - (await rowsUpTo(backend, 100_000))
  expect(n).toBeGreaterThanOrEqual(before)
  expect(n).toBeLessThanOrEqual(after)
  // The live database as it was after the n-th write.
  await backend.exec(`delete from public.many where n > ${100_000 + n}`)
  await backend.exec(`delete from public.authors where id > ${100_000 + n}`)
  await backend.close()
  expect(differingTables(await contentsIn(dir), copy)).toEqual([])
})

test('without a server the command reads the directory; --keep keeps the newest', OPENS_A_DATABASE, async () => {
  const backups = path.join(dir, 'backups')
  fs.mkdirSync(backups)
  for (const day of [1, 2]) fs.writeFileSync(path.join(backups, `hot-2026-01-0${day}T000000Z.tar.gz`), 'alt')
  fs.writeFileSync(path.join(backups, 'hot-ganz-anders.tar.gz'), 'von Hand')
  const [env, now] = [{ dataDir: dir }, new Date(Date.UTC(2026, 0, 3))]
  const [line] = await backUp(env, { keep: 2, prefix: 'hot', version: '1.0.0' }, now)
  expect(line).toContain('The server was not running')
  const newest = 'hot-2026-01-03T000000Z.tar.gz'
  expect(fs.readdirSync(backups)).toEqual(['hot-2026-01-02T000000Z.tar.gz', newest, 'hot-ganz-anders.tar.gz'])
  await expect(backUp(env, { prefix: 'hot', version: '1.0.0' }, now)).rejects.toThrow('is not overwritten')
  await restore({ dataDir: other }, path.join(backups, newest), { migrationsDir: MIGRATIONS })
  expect(await contentsIn(other)).toHaveProperty(['supabase_migrations.schema_migrations', 'rows'], 1)
})

test(
  'a restore tells whether this program can open what it restores, and refuses what it cannot',
  OPENS_A_DATABASE,
  async () => {
    const [later, program] = [path.join(scratch, 'later'), { version: '1.0.0', least: 'private.least' }]
    fs.cpSync(MIGRATIONS, later, { recursive: true })
    const setLeast = (version: string) =>
      fs.writeFileSync(
        path.join(later, '20250201000000_later.sql'),
        `create function private.least() returns text language sql as $$ select '${version}' $$;`,
      )
    setLeast('1.1.0')
    await (await openOurs({ dataDir: dir, migrationsDir: later })).close()
    await backUp({ dataDir: dir }, { to: file, version: '1.1.0' })

    const restored = (migrationsDir: string, version: string, dataDir = other) =>
      restore({ dataDir }, file, { migrationsDir, program: { ...program, version } })
    const refusals = [
      [MIGRATIONS, '1.0.0', 'it needs at least version 1.1.0, this is 1.0.0.'],
      [later, '1.1.0', '20250201000000_later.sql ran with other contents'],
    ] as const
    setLeast('1.2.0') // the file changed after it was run
    for (const [migrationsDir, version, line] of refusals) {
      await expect(restored(migrationsDir, version)).rejects.toThrow(line)
      await expect(restored(migrationsDir, version)).rejects.toThrow('This program cannot open this backup.')
      expect(fs.existsSync(other)).toBe(false)
    }
    setLeast('1.1.0')
    fs.writeFileSync(path.join(later, '20250301000000_last.sql'), 'select 1;')
    expect((await restored(later, '1.2.0')).join('\n')).toContain('This version can open it. The next start')
    expect(await restored(MIGRATIONS, '1.1.3', path.join(scratch, 'third'))).toContain('This version can open it.')
  },
)

test(
  'a portable backup holds rows instead of files, and any PostgreSQL can be filled with them',
  OPENS_A_DATABASE,
  async () => {
    const { backend } = await openOurs({ dataDir: dir })
    await backend.exec('insert into public.many (n) select generate_series(200001, 201234)')
    await backend.exec(`insert into public.authors (id, name) values (700001, E'zwei\\nZeilen "und" \\\\ mehr')`)
    const [line] = await backUp({ dataDir: dir }, { to: file, version: '1.0.0', portable: true })
    expect(line).toContain('The server went on')
    await backend.close()
    const { kind, format, files, tables } = await verifyArchive(file)
    expect({ kind, format }).toEqual({ kind: 'portable', format: 3 })
    expect(Object.keys(files).filter((name) => name.startsWith('pg/'))).toEqual([])
    expect(Number(tables?.['public.many']?.rows)).toBeGreaterThanOrEqual(1_234)

    const later = path.join(scratch, 'later')
    fs.cpSync(MIGRATIONS, later, { recursive: true })
    fs.writeFileSync(
      path.join(later, '20250201000000_later.sql'),
      'alter table public.many add x int not null default 7;',
    )
    const lines = await restore({ dataDir: other }, file, { migrationsDir: later })
    expect(lines.join('\n')).toContain('(migrations: 1)')
    expect(fs.existsSync(path.join(other, 'rows'))).toBe(false)
    expect(differingTables(await contentsIn(dir), await contentsIn(other))).toEqual([])
    const upgraded = await openOurs({ dataDir: other, migrationsDir: later })
    expect(await upgraded.backend.query('select distinct x from public.many')).toEqual([{ x: 7 }])
    await upgraded.backend.close()

    const older = path.join(scratch, 'older')
    fs.mkdirSync(older)
    await expect(restore({ dataDir: path.join(scratch, 'third') }, file, { migrationsDir: older })).rejects.toThrow(
      'This program cannot open this backup. The database is newer than this program',
    )
  },
)

test('files of another PostgreSQL are refused with the way to bring them along', OPENS_A_DATABASE, async () => {
  const version = path.join(dir, 'pg/PG_VERSION')
  expect(fs.readFileSync(version, 'utf8').trim()).toBe(PGLITE_POSTGRES)
  fs.writeFileSync(version, '16\n')
  const refused = await openOurs({ dataDir: dir }).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(refused).toMatchObject({ code: 'database_other_postgres' })
  expect(String(refused)).toContain('is of PostgreSQL 16')
  expect(String(refused)).toContain('Make a portable backup')
  expect(fs.readFileSync(version, 'utf8')).toBe('16\n')
})

test('after a restore interrupted between two entries no server starts', async () => {
  fs.writeFileSync(path.join(dir, 'restore-unfinished'), '')
  await expect(openOurs({ dataDir: dir })).rejects.toMatchObject({ code: 'data_dir_damaged' })
})

test('a folder that is not there is refused and not made a file', async () => {
  const missing = path.join(scratch, 'not-mounted')
  await expect(backUp({ dataDir: dir }, { to: missing, version: '1.0.0' })).rejects.toThrow(
    `There is no folder ${missing}. The name of a file ends in .tar.gz.`,
  )
  expect(fs.existsSync(missing)).toBe(false)
})

test('one backup at a time, and none of a missing directory', async () => {
  await expect(backUp({ dataDir: other }, { version: '1.0.0' })).rejects.toThrow(BackupError)
  fs.mkdirSync(other)
  await expect(backUp({ dataDir: other }, { version: '1.0.0' })).rejects.toThrow('nothing to back up')
  fs.mkdirSync(path.join(dir, 'backup-work'))
  const release = lockDirectory(path.join(dir, 'backup-work'))
  await expect(backUp({ dataDir: dir }, { version: '1.0.0' })).rejects.toThrow('A backup is being made already')
  release()
})
