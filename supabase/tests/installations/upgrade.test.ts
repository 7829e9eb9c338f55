import fs from 'node:fs'
import path from 'node:path'
import { adminStats } from '@hot/domain/contract/admin/staff'
import { starPage } from '@hot/domain/contract/star'
import { type Backend, openBackend } from '@hot/embedded'
import { sqlStatements } from '@hot/embedded/database/migrate'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractOf, LOOSE_RATES } from '../../../packages/embedded/test/open-contract.ts'
import { scratchDirectory } from '../../../packages/embedded/test/prepared-database.ts'
import { installationOptions } from '../../../server/backend/embedded-backend.ts'
import { restoreCommand } from '../../../server/commands/restore-command.ts'
import { counterDifferences } from '../counters/counter-differences.ts'
import { world as w } from '../support/world.ts'
import { readStored, rowsByTable, storedAccounts, storedVersions, unpackStored } from './installation.ts'

const siteUrl = 'http://127.0.0.1:4999'

/** A migration of a later version: a required column on a table with rows. */
const later = `alter table public.comments add column language text;
update public.comments set language = case content when '' then 'none' else 'de' end;
alter table public.comments alter column language set default 'de', alter column language set not null;`

/** The migrations of this version and one more. */
function laterMigrations(scratch: string): string {
  const folder = path.join(scratch, 'migrations')
  fs.cpSync(installationOptions.migrationsDir, folder, { recursive: true })
  fs.writeFileSync(path.join(folder, '99990101000000_language_of_comments.sql'), later)
  return folder
}

/** Filled by migrations and no rows of the installation; supabase/tests/reference compares them with domain/. */
const listsOfMigrations = ['private.reserved_nicknames']

/** Missing or additional rows after an upgrade, and counters that are no longer right. */
async function damages({ query }: Pick<Backend, 'query'>, stored: Record<string, number>): Promise<string[]> {
  const found = await rowsByTable(query)
  const changed = Object.keys(stored).filter(
    (table) => found[table] !== stored[table] && !listsOfMigrations.includes(table),
  )
  const counters = await query<{ what: string }>(counterDifferences)
  return [
    ...changed.map((table) => `${table}: ${stored[table]} rows, now ${found[table] ?? 'no such table'}`),
    ...counters.map(({ what }) => what),
  ]
}

test('there is a stored installation of every major version so far', () => {
  expect(storedVersions()).toContain('1.0.0')
})

describe.each(storedVersions())('an installation of version %s, restored and upgraded', (version) => {
  const stored = readStored(version)
  let scratch: string
  let backend: Backend
  let wire: ReturnType<typeof contractOf>

  beforeAll(async () => {
    scratch = scratchDirectory()
    const [dataDir, file] = [path.join(scratch, 'data'), path.join(scratch, 'backup.tar')]
    unpackStored(version, file)
    await restoreCommand([file], { HOT_DATA_DIR: dataDir })
    const migrationsDir = laterMigrations(scratch)
    backend = await openBackend({ ...installationOptions, dataDir, siteUrl, migrationsDir, rates: LOOSE_RATES })
    wire = contractOf(backend, siteUrl)
  })
  afterAll(async () => {
    await backend?.close()
    fs.rmSync(scratch, { recursive: true })
  })

  const signedIn = async (person: keyof typeof storedAccounts) => {
    const client = wire.guest()
    const { error } = await client.auth.signInWithPassword(storedAccounts[person])
    expect(error).toBeNull()
    return client
  }

  test('has every row and every counter, and the later migration on top', async () => {
    expect(await damages(backend, stored.tables)).toEqual([])
    const languages = await backend.query<{ language: string; rows: number }>(
      'select language, count(*)::int as rows from public.comments group by 1 order by 1',
    )
    expect(languages.map(({ language }) => language)).toEqual(['de', 'none'])
    expect(languages.reduce((sum, { rows }) => sum + rows, 0)).toBe(stored.tables['public.comments'])
  })

  test('ran exactly the migrations in the repository', async () => {
    const ran = await backend.query<{ file: string; statements: string[] }>(
      `select version || '_' || name || '.sql' as file, statements from supabase_migrations.schema_migrations
       where version <= $1 order by version`,
      [stored.migration],
    )
    expect(ran.length).toBeGreaterThanOrEqual(30)
    for (const { file, statements } of ran) {
      const text = fs.readFileSync(path.join(installationOptions.migrationsDir, file), 'utf8')
      expect(sqlStatements(text).map((statement) => statement.text)).toEqual(statements)
    }
  })

  test('shows its pages and pictures to guests', async () => {
    const page = starPage.parse((await wire.guest().rpc('star_page', { p_slug: 'mandy-pepper' })).data)
    expect(page).toMatchObject({ id: w.star, slug: 'mandy-pepper', last_name: 'Pepper' })
    const picture = await backend.fetch(
      new Request(`${siteUrl}/storage/v1/object/public/avatars/${stored.picture}`, {
        headers: { apikey: backend.publishableKey },
      }),
    )
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(20)
  })

  test('lets its members sign in and find their data', async () => {
    const member = await signedIn('member')
    expect((await member.rpc('own_profile')).data).toMatchObject({ nickname: storedAccounts.member.nickname })
    expect((await member.rpc('viewer_star', { p_star_id: w.star })).data).toMatchObject({ demand: 5 })
    const comment = { post_id: w.discussion, content: 'Nach dem Update noch da.' }
    expect((await member.from('comments').insert(comment)).error).toBeNull()
    await backend.query(`delete from public.comments where content = $1`, [comment.content])
  })

  test('lets its admins act once they have a second factor', async () => {
    const admin = await signedIn('admin')
    expect((await admin.rpc('admin_stats')).error).toMatchObject({ code: '42501', hint: 'mfa_needed' })
    const { data: factor } = await admin.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Handy' })
    const code = new TOTP({ secret: Secret.fromBase32(factor?.totp.secret ?? '') }).generate()
    const { error } = await admin.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code })
    expect(error).toBeNull()
    const stats = adminStats.parse((await admin.rpc('admin_stats')).data)
    expect(stats).toMatchObject({ figures: { total_users: stored.tables['public.profiles'] } })
  })

  test('serves a program that is one version older, which does not know the later migration', async () => {
    await backend.close()
    const dataDir = path.join(scratch, 'data')
    backend = await openBackend({ ...installationOptions, dataDir, siteUrl, rates: LOOSE_RATES })
    wire = contractOf(backend, siteUrl)
    const page = starPage.parse((await wire.guest().rpc('star_page', { p_slug: 'mandy-pepper' })).data)
    expect(page).toMatchObject({ id: w.star })
  })

  test.each([
    ['loses rows', 'delete from public.star_fans', 'public.star_fans: 1 rows, now 0'],
    ['loses a table', 'alter table public.news set schema extensions', 'public.news: 3 rows, now no such table'],
    ['leaves a counter behind', `update public.comments set hearts_count = 7 where id = '${w.comment}'`, w.comment],
  ])('fails with a migration that %s', async (_what, migration, damage) => {
    const rolledBack = new Error('rolled back')
    const scene = backend.transaction(async (query) => {
      await query(migration)
      expect((await damages({ query }, stored.tables)).join('\n')).toContain(damage)
      throw rolledBack
    })
    await expect(scene).rejects.toBe(rolledBack)
  })
})
