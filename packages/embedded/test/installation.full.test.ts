import fs from 'node:fs'
import path from 'node:path'
import { openPglite } from '@hot/embedded/database/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS, member, OPENS_A_DATABASE, openOurs } from './open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from './prepared-database.ts'

let root: string
beforeAll(() => {
  root = scratchDirectory()
})
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

const mode = (file: string) => (fs.statSync(file).mode & 0o777).toString(8)

test('keys, sessions and mails survive a restart; only the owner can read the secrets', OPENS_A_DATABASE, async () => {
  const dataDir = path.join(root, 'neustart')
  const first = await openOurs({ dataDir })
  expect(first.backend.publishableKey).toMatch(/^sb_publishable_[\w-]{20,}$/)
  expect(first.backend.secretKey).toMatch(/^sb_secret_[\w-]{30,}$/)
  const { token } = await member(first)
  await first.guest().auth.signUp({ email: 'post@gmx.de', password: 'lang genug' })
  await first.close()
  expect(mode(path.join(dataDir, 'secrets.json'))).toBe('600')
  expect(mode(path.join(dataDir, 'mailbox.json'))).toBe('600')
  expect(mode(dataDir)).toBe('700')

  const second = await openOurs({ dataDir })
  expect(second.backend.publishableKey).toBe(first.backend.publishableKey)
  expect((await second.guest().auth.getUser(token)).error).toBeNull()
  expect(second.backend.mailbox.list().map((mail) => mail.to)).toEqual(['post@gmx.de'])
  await second.close()
})

test('a database newer than the code is refused; a faulty migration changes nothing', OPENS_A_DATABASE, async () => {
  const migrationsDir = path.join(root, 'migrations')
  fs.cpSync(MIGRATIONS, migrationsDir, { recursive: true })
  const dataDir = path.join(root, 'neuer')
  await copyPreparedDatabase(path.join(dataDir, 'pg'), MIGRATIONS)
  const write = (name: string, sql: string) => fs.writeFileSync(path.join(migrationsDir, name), sql)

  write(
    '20250201000000_more.sql',
    `create table public.more (id int); -- ; no end\ninsert into public.more values (1);\n`,
  )
  const first = await openOurs({ dataDir, migrationsDir })
  expect(
    await first.backend.query(
      'select version, name, statements from supabase_migrations.schema_migrations where name = $1',
      ['more'],
    ),
  ).toEqual([
    {
      version: '20250201000000',
      name: 'more',
      statements: ['create table public.more (id int)', '-- ; no end\ninsert into public.more values (1)'],
    },
  ])
  await first.close()

  write(
    '20250301000000_faulty.sql',
    'create table public.half (id int);\n\nselect 1;\ncreate table nirgends.x (id int);\n',
  )
  await expect(openOurs({ dataDir, migrationsDir })).rejects.toMatchObject({
    code: 'migration_failed',
    message: expect.stringContaining('20250301000000_faulty.sql, line 4'),
  })
  fs.rmSync(path.join(migrationsDir, '20250301000000_faulty.sql'))
  const again = await openOurs({ dataDir, migrationsDir })
  expect(await again.backend.query(`select to_regclass('public.half') as half`)).toEqual([{ half: null }])
  await again.close()

  write('20250201000000_more.sql', 'create table public.more (id bigint);\ninsert into public.more values (1);\n')
  await expect(openOurs({ dataDir, migrationsDir })).rejects.toMatchObject({
    code: 'migration_changed',
    message: expect.stringMatching(/^On this database 20250201000000_more\.sql ran with other contents [^\n]+$/),
  })

  fs.rmSync(path.join(migrationsDir, '20250201000000_more.sql'))
  await expect(openOurs({ dataDir, migrationsDir })).rejects.toMatchObject({
    code: 'database_newer',
    message: expect.stringContaining('20250201000000'),
  })
})

/** A version that says of its schema which program can serve it. */
const laterVersion = (least: string) => `alter table public.books add column later text;
  create function private.least() returns text language sql as $$ select '${least}' $$;`

test('an older program serves a newer database if its schema says so', OPENS_A_DATABASE, async () => {
  const migrationsDir = path.join(root, 'spaeter')
  fs.cpSync(MIGRATIONS, migrationsDir, { recursive: true })
  fs.writeFileSync(path.join(migrationsDir, '20250201000000_later.sql'), laterVersion('1.9.0'))
  const dataDir = path.join(root, 'voraus')
  await copyPreparedDatabase(path.join(dataDir, 'pg'), MIGRATIONS)
  const program = (version: string) => ({ version, least: 'private.least' })
  await (await openOurs({ dataDir, migrationsDir, program: program('1.11.0') })).close()

  const lines: string[] = []
  const older = await openOurs({ dataDir, program: program('1.10.2'), log: (line) => lines.push(line) })
  expect((await older.guest().from('books').select('id, later').eq('id', 1)).data).toEqual([{ id: 1, later: null }])
  expect(lines.join('\n')).toContain('is newer than this program. This version can still serve it.')
  await older.close()

  const tooOld = openOurs({ dataDir, program: program('1.8.12') })
  await expect(tooOld).rejects.toMatchObject({
    code: 'database_newer',
    message:
      'The database is newer than this program: it needs at least version 1.9.0, this is 1.8.12. Start a newer one.',
  })
  fs.writeFileSync(path.join(migrationsDir, '20250301000000_never_run.sql'), 'select 1;')
  fs.rmSync(path.join(migrationsDir, '20250201000000_later.sql'))
  await expect(openOurs({ dataDir, migrationsDir, program: program('1.10.2') })).rejects.toMatchObject({
    code: 'database_newer',
  })
})

test('owner, caller and status', OPENS_A_DATABASE, async () => {
  const { backend, close } = await openOurs()
  const [owner] = await backend.query<{ name: string; super: boolean }>(
    'select current_user as name, rolsuper as super from pg_roles where rolname = current_user',
  )
  expect(owner).toEqual({ name: 'app_owner', super: false })
  const sub = '11111111-1111-4111-8111-111111111111'
  expect(
    await backend.queryAs(
      { role: 'authenticated', sub },
      'select current_user as name, auth.uid() as id, auth.role() as role',
    ),
  ).toEqual([{ name: 'authenticated', id: sub, role: 'authenticated' }])
  await expect(backend.queryAs({ role: 'anon' }, 'select secret from public.authors')).rejects.toMatchObject({
    code: '42501',
  })
  for (const role of ['anon', 'authenticated'])
    await expect(backend.queryAs({ role }, 'select email from auth.users')).rejects.toMatchObject({ code: '42501' })

  await expect(
    backend.transaction(async (query) => {
      await query(`insert into public.authors values (50, 'halb')`)
      throw new Error('Abbruch')
    }),
  ).rejects.toThrow('Abbruch')
  expect(await backend.query('select from public.authors where id = 50')).toEqual([])
  expect(await backend.status()).toEqual({ database: 'ok', engine: 'pglite', version: expect.stringMatching(/^17\./) })
  await close()
})

test('an embedded database is vacuumed and analysed, because it has no autovacuum', OPENS_A_DATABASE, async () => {
  const { backend, close } = await openOurs()
  const known = `select reltuples::int as rows, (select count(*)::int from pg_stats where tablename = 'crowd') as columns from pg_class where relname = 'crowd'`
  await backend.exec('create table crowd as select n from generate_series(1, 1000) n; delete from crowd where n > 400')
  expect(await backend.query(known)).toEqual([{ rows: -1, columns: 0 }])
  await backend.vacuum()
  expect(await backend.query(known)).toEqual([{ rows: 400, columns: 1 }])
  await close()
})

test('an installation from before passkeys gets their tables at its next start', OPENS_A_DATABASE, async () => {
  const dataDir = path.join(root, 'frueher')
  const first = await openOurs({ dataDir })
  const { token } = await member(first)
  await first.close()
  const engine = await openPglite(path.join(dataDir, 'pg'))
  await engine.session((session) => session.exec('drop table auth.webauthn_credentials, auth.webauthn_challenges'))
  await engine.close()

  const second = await openOurs({ dataDir })
  const listed = await second.fetch(
    new Request(`${second.url}/auth/v1/passkeys`, {
      headers: { apikey: second.publishableKey, authorization: `Bearer ${token}` },
    }),
  )
  expect([listed.status, await listed.json()]).toEqual([200, []])
  await second.close()
})
