import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FollowingServer, type PostgresServer, startPostgres } from '../../../scripts/suites/throwaway-postgres.ts'
import { type Contract, MIGRATIONS, OPENS_A_DATABASE, openOurs } from './open-contract.ts'
import { copyServerDatabase } from './server-database.ts'

const { TEST_DATABASE_URL } = process.env

const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // its server is stopped by a test
  await client.connect()
  return client
}

const onDatabase = (server: string, database: string) => {
  const url = new URL(server)
  url.pathname = new URL(database).pathname
  return url.href
}

describe.runIf(TEST_DATABASE_URL)('a replica that answers what guests read', OPENS_A_DATABASE, () => {
  let server: PostgresServer
  let follower: FollowingServer
  let ours: Contract
  let primary: pg.Client
  let replica: pg.Client
  const lines: string[] = []

  beforeAll(async () => {
    server = await startPostgres()
    const database = await copyServerDatabase(server.url, MIGRATIONS)
    primary = await connected(database.url)
    // Where a function ran, and with which rows: the port of its server, and what is written at the first only.
    await primary.query(`create function public.where_it_ran() returns jsonb language sql stable as $$
      select jsonb_build_object('port', inet_server_port(), 'title', (select title from public.books where id = 1)) $$`)
    await primary.query('grant execute on function public.where_it_ran() to anon, authenticated')
    follower = await server.follow()
    replica = await connected(onDatabase(follower.url, database.url))
    ours = await openOurs({
      databaseUrl: database.url,
      databaseReadUrl: onDatabase(follower.url, database.url),
      log: (line) => lines.push(line),
    })
  })
  afterAll(async () => {
    await Promise.all([primary?.end(), replica?.end()])
    await ours?.close()
    follower?.stop()
    server?.stop()
  })

  const portOf = (url: string) => Number(new URL(url).port)
  const asked = async (key = ours.publishableKey) => {
    const headers = { apikey: key }
    const answer = await ours.fetch(new Request(`${ours.url}/rest/v1/rpc/where_it_ran`, { headers }))
    expect(answer.status).toBe(200)
    return (await answer.json()) as { port: number; title: string }
  }
  const rename = (title: string) => primary.query('update public.books set title = $1 where id = 1', [title])

  test('guests are answered there, the service and everything that writes at the server itself', async () => {
    await expect.poll(() => asked(), { timeout: 20_000 }).toMatchObject({ port: portOf(follower.url) })
    expect(await asked(ours.secretKey)).toMatchObject({ port: portOf(server.url) })
  })

  test('whoever waits for it reads what was written before', async () => {
    for (const title of ['eins', 'zwei', 'drei', 'vier', 'fünf']) {
      await rename(title)
      await ours.backend?.replica?.caughtUp()
      expect(await asked()).toEqual({ port: portOf(follower.url), title })
    }
  })

  test('more than two seconds behind it answers nobody, until it has caught up', async () => {
    await replica.query('select pg_wal_replay_pause()')
    await rename('später')
    expect((await asked()).title).not.toBe('später')
    const waited = ours.backend?.replica?.caughtUp()
    await expect.poll(() => asked(), { timeout: 10_000 }).toEqual({ port: portOf(server.url), title: 'später' })
    expect(ours.backend?.replica?.lag()).toBeGreaterThan(2_000)
    await waited // ends when the replica is no longer asked
    await replica.query('select pg_wal_replay_resume()')
    await expect.poll(() => asked(), { timeout: 10_000 }).toEqual({ port: portOf(follower.url), title: 'später' })
  })

  test('when it goes away, or is promoted, no guest notices', async () => {
    follower.promote()
    await expect.poll(() => asked(), { timeout: 10_000 }).toMatchObject({ port: portOf(server.url) })
    await rename('ohne Kopie')
    expect(await asked()).toEqual({ port: portOf(server.url), title: 'ohne Kopie' })
    expect(ours.backend?.replica?.lag()).toBeUndefined()
    await expect.poll(() => lines.at(-1), { timeout: 10_000 }).toMatch(/^The replica is away/)
  })
})

describe.runIf(TEST_DATABASE_URL)('an address that is no replica', OPENS_A_DATABASE, () => {
  test('leaves all requests to the server and says so once', async () => {
    const lines: string[] = []
    const database = await copyServerDatabase(TEST_DATABASE_URL ?? '', MIGRATIONS)
    const ours = await openOurs({
      databaseUrl: database.url,
      databaseReadUrl: database.url,
      log: (line) => lines.push(line),
    })
    try {
      await expect.poll(() => lines.some((line) => line.includes('replica')), { timeout: 10_000 }).toBe(true)
      const { data } = await ours.guest().rpc('greet', { p_name: 'x' }, { get: true })
      expect(data).toMatchObject({ role: 'anon' })
      expect(lines.filter((line) => line.includes('replica'))).toHaveLength(1)
    } finally {
      await ours.close()
      await database.drop()
    }
  })
})
