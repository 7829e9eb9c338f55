import fs from 'node:fs'
import path from 'node:path'
import { backUp } from '@hot/embedded/backup/back-up'
import { restore } from '@hot/embedded/backup/restore'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { copyPreparedDatabase, scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { copyServerDatabase } from '../../packages/embedded/test/server-database.ts'
import { type EmbeddedBackend, installationOptions, openEmbedded } from '../backend/embedded-backend.ts'

const { TEST_DATABASE_URL = '' } = process.env
const scratch = scratchDirectory()
const at = (name: string) => path.join(scratch, name)
const [dataDir, other, file, portable] = [at('data'), at('other'), at('backup.tar.gz'), at('portable.tar.gz')]
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }))

type Opened = EmbeddedBackend
const { migrationsDir } = installationOptions
const site = { siteUrl: 'http://127.0.0.1:4999', jobs: false } as const

async function answerOf({ fetch, publishableKey }: Opened, target: string, token: string, body?: object) {
  const headers = { apikey: publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  return (await fetch(new Request(site.siteUrl + target, init))).json() as Promise<Record<string, unknown>>
}

/** Without the queue of changes for live updates, which is not moved: it only concerns sockets that are open. */
const sequencesOf = ({ query }: Opened) =>
  query<{ last_value: unknown }>(
    `select schemaname, sequencename, last_value from pg_sequences where schemaname <> 'embedded_realtime' order by 1, 2`,
  )

const rowsOf = async ({ query }: Opened) =>
  (await query<{ posts: number }>('select count(*)::int as posts from public.community_posts'))[0]?.posts

/** The restore itself compares rows and hash of every table; this test checks that members stay signed in. */
test.runIf(TEST_DATABASE_URL)('an embedded installation moves to PostgreSQL with its keys and sessions', async () => {
  fs.mkdirSync(dataDir)
  await copyPreparedDatabase(path.join(dataDir, 'pg'), migrationsDir)
  const embedded = await openEmbedded({ ...site, dataDir, demo: true })
  const [account] = embedded.demoAccounts ?? []
  const credentials = { email: account?.email, password: account?.password }
  const session = await answerOf(embedded, '/auth/v1/token?grant_type=password', '', credentials)
  const [me, posts] = [await answerOf(embedded, '/auth/v1/user', String(session.access_token)), await rowsOf(embedded)]
  const sequences = await sequencesOf(embedded)
  expect(sequences.filter(({ last_value }) => last_value !== null)).not.toEqual([])
  // No migration creates this month's partition, so the copy has to.
  await embedded.exec(
    `create table private.analytics_events_1999_01 partition of public.analytics_events for values in ('1999-01-01')`,
  )
  await backUp({ dataDir }, { to: file, version: '1.0.0' })
  await backUp({ dataDir }, { to: portable, version: '1.0.0', portable: true })
  await embedded.close()

  const database = await copyServerDatabase(TEST_DATABASE_URL, migrationsDir)
  const env = { databaseUrl: database.url, dataDir: other }
  await expect(restore(env, file, { migrationsDir })).rejects.toThrow('In der Datenbank liegt schon etwas')
  await restore(env, file, { migrationsDir, replace: true }, new Date(Date.UTC(2026, 0, 1)))
  expect(fs.readdirSync(other)).not.toContain('pg')

  const moved = await openEmbedded({ ...site, databaseUrl: database.url, dataDir: other })
  expect(moved.publishableKey).toBe(embedded.publishableKey)
  expect(await rowsOf(moved)).toBe(posts)
  expect(await sequencesOf(moved)).toEqual(sequences)
  expect(await answerOf(moved, '/auth/v1/user', String(session.access_token))).toEqual(me)
  const again = await answerOf(moved, '/auth/v1/token?grant_type=password', '', credentials)
  expect(again).toHaveProperty('access_token')
  await moved.close()

  // The same by rows, into both kinds of database.
  const third = at('third')
  const second = await copyServerDatabase(TEST_DATABASE_URL, migrationsDir)
  const server = { databaseUrl: second.url, dataDir: at('fourth') }
  await restore({ dataDir: third }, portable, { migrationsDir })
  await restore(server, portable, { migrationsDir, replace: true }, new Date(Date.UTC(2026, 0, 1)))
  for (const place of [{ dataDir: third }, server]) {
    const again = await openEmbedded({ ...site, ...place })
    expect([again.publishableKey, await rowsOf(again)]).toEqual([embedded.publishableKey, posts])
    expect(await sequencesOf(again)).toEqual(sequences)
    expect(await answerOf(again, '/auth/v1/user', String(session.access_token))).toMatchObject({ id: me.id })
    await again.close()
  }

  const admin = new pg.Client({ connectionString: TEST_DATABASE_URL })
  await admin.connect()
  for (const { url, drop } of [database, second]) {
    await drop()
    const former = `${new URL(url).pathname.slice(1)}-before-restore-2026-01-01T000000Z`
    await admin.query(`drop database ${pg.escapeIdentifier(former)}`)
  }
  await admin.end()
})
