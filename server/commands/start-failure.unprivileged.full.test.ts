import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { backUp } from '@hot/embedded/backup/back-up'
import { restore } from '@hot/embedded/backup/restore'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyPreparedDatabase, scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { installationOptions, openEmbedded } from '../backend/embedded-backend.ts'
import { startFailureLines } from './start-failure.ts'

const { TEST_DATABASE_URL = '' } = process.env
/** PostgreSQL's own client, as Debian installs it with the server. */
const PSQL = 'psql'
const bootstrap = path.resolve(import.meta.dirname, '../../packages/embedded/src/platform/bootstrap.sql')
const { migrationsDir, program } = installationOptions
const site = { siteUrl: 'http://127.0.0.1:4999', jobs: false } as const

describe.runIf(TEST_DATABASE_URL)('a role that is no superuser', () => {
  const scratch = scratchDirectory()
  const suffix = process.env.HOT_TEST_RUN ?? 'once'
  const [fresh, demoted] = [`hot_app_${suffix}`, `hot_former_superuser_${suffix}`] as const
  let admin: pg.Client

  const addressOf = (user: string, database = user) => {
    const url = new URL(TEST_DATABASE_URL)
    Object.assign(url, { username: user, password: 'geheim', pathname: `/${database}` })
    return url.href
  }
  /** As an operator runs it, by the superuser of the test server. */
  const runBootstrap = (login: string) => {
    const url = new URL(TEST_DATABASE_URL)
    url.pathname = '/postgres'
    const settings = { login, password: 'geheim', database: login }
    const args = Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`)
    execFileSync(PSQL, [...args, '--quiet', `--file=${bootstrap}`, url.href], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  /** Starts, makes an account, reads a page as a guest and stops, twice: the second start finds everything made. */
  async function expectToServe(databaseUrl: string): Promise<void> {
    for (const start of [1, 2]) {
      const backend = await openEmbedded({ ...site, databaseUrl, dataDir: path.join(scratch, 'data') })
      try {
        const { made } = await backend.ensureAccount('mia@gmx.de', 'ein langes Passwort')
        expect(made).toBe(start === 1)
        const headers = { apikey: backend.publishableKey }
        const answer = await backend.fetch(new Request(`${site.siteUrl}/rest/v1/rpc/home_page`, { headers }))
        expect(answer.status).toBe(200)
        const login = `select rolsuper or rolcreaterole or rolbypassrls as may from pg_roles where rolname = session_user`
        expect(await backend.query(login)).toEqual([{ may: false }])
      } finally {
        await backend.close()
      }
    }
  }

  beforeAll(async () => {
    fs.mkdirSync(path.join(scratch, 'data'), { mode: 0o700 })
    admin = new pg.Client({ connectionString: TEST_DATABASE_URL })
    await admin.connect()
  })
  afterAll(async () => {
    const { rows } = await admin.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1) or starts_with(datname, $2)',
      [fresh, demoted],
    )
    for (const { datname } of rows) await admin.query(`drop database ${pg.escapeIdentifier(datname)} with (force)`)
    for (const role of [fresh, demoted]) {
      await admin.query(`drop owned by ${role}`)
      await admin.query(`drop role ${role}`)
    }
    await admin.end()
    fs.rmSync(scratch, { recursive: true, force: true })
  })

  test('serves an installation that the bootstrap script has prepared, and backs it up and restores it', async () => {
    runBootstrap(fresh)
    await expectToServe(addressOf(fresh))
    const [place, file] = [
      { databaseUrl: addressOf(fresh), dataDir: path.join(scratch, 'data') },
      path.join(scratch, 'b.tar.gz'),
    ]
    await backUp(place, { to: file, version: '1.0.0' })
    const lines = await restore(place, file, { migrationsDir, program, replace: true })
    expect(lines).toContain('Diese Version kann ihn öffnen.')
    const backend = await openEmbedded({ ...site, ...place })
    expect((await backend.ensureAccount('mia@gmx.de', 'egal')).made).toBe(false)
    await backend.close()
  })

  test('names a pg_restore without the grants at its start, with what mends it', async () => {
    const [file, restored] = [path.join(scratch, 'hot.dump'), `${fresh}_restored`]
    execFileSync('pg_dump', ['--format=custom', `--file=${file}`, addressOf(fresh)])
    await admin.query(`create database ${restored} owner ${fresh}`)
    const to = addressOf(fresh, restored)
    expect(() => execFileSync('pg_restore', [`--dbname=${to}`, file], { stdio: 'ignore' })).toThrow()
    const refused = await openEmbedded({ ...site, databaseUrl: to, dataDir: path.join(scratch, 'data') }).then(
      (backend) => backend.close(),
      (error: unknown) => startFailureLines(error),
    )
    expect(refused).toEqual([expect.stringMatching(/permission denied for database.* → .*pg_restore.*dropdb/)])
  })

  test('takes over an embedded installation', async () => {
    const [dataDir, file] = [path.join(scratch, 'embedded'), path.join(scratch, 'e.tar.gz')]
    fs.mkdirSync(dataDir, { mode: 0o700 })
    await copyPreparedDatabase(path.join(dataDir, 'pg'), migrationsDir)
    const embedded = await openEmbedded({ ...site, dataDir })
    await embedded.ensureAccount('paul@gmx.de', 'ein langes Passwort')
    await embedded.close()
    await backUp({ dataDir }, { to: file, version: '1.0.0' })

    const place = { databaseUrl: addressOf(fresh), dataDir: path.join(scratch, 'moved') }
    await restore(place, file, { migrationsDir, program, replace: true })
    const moved = await openEmbedded({ ...site, ...place })
    expect((await moved.ensureAccount('paul@gmx.de', 'egal')).made).toBe(false)
    await moved.close()
  })

  test('may be one that was a superuser at the first start, also of an earlier version', async () => {
    await admin.query(`create role ${demoted} login superuser`)
    await admin.query(`create database ${demoted}`)
    const start = async () => (await openEmbedded({ ...site, databaseUrl: addressOf(demoted) })).close()
    await start()
    // What an earlier version left.
    await admin.query(
      `revoke anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin, app_owner from ${demoted}`,
    )
    await start()
    await admin.query(`alter role ${demoted} nosuperuser`)
    await admin.query(`alter database ${demoted} owner to ${demoted}`)
    await expectToServe(addressOf(demoted))
  })

  test('is told what to do when nothing was prepared', async () => {
    const role = `hot_nobody_${suffix}`
    await admin.query(`create role ${role} login`)
    await admin.query(`create database ${role} owner ${role}`)
    try {
      await expect(openEmbedded({ ...site, databaseUrl: addressOf(role) })).rejects.toMatchObject({
        code: 'database_rights',
        message: expect.stringContaining('bootstrap.sql'),
      })
    } finally {
      await admin.query(`drop database ${role} with (force)`)
      await admin.query(`drop role ${role}`)
    }
  })
})
