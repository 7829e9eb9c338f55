import { createHash, randomUUID } from 'node:crypto'
import { openPostgres } from '@hot/embedded/database/postgres'
import pg from 'pg'
import { nameOf, OUR_OWNER, prepareDatabase } from './prepared-database.ts'

/** One template per folder of migrations. */
const prefixOf = (migrationsDir: string) =>
  `hot_template_${createHash('sha256').update(migrationsDir).digest('hex').slice(0, 8)}_`

/** One test file builds the template or copies it at a time. */
const LOCK = 20261121

/** Name prefix of this run's copies. */
const prefixOfRun = () => `hot_test_${process.env.HOT_TEST_RUN ?? ''}_`

/** Drops databases that tests of this run have left. */
export const dropLeftOver = (server: string): Promise<void> =>
  connected(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefixOfRun()],
    )
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  })

export type ServerDatabase = { url: string; owner: string; drop: () => Promise<void> }

const addressOf = (server: string, name: string): string => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function connected<T>(server: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  return act(client).finally(() => client.end())
}

const handle = (server: string, name: string): ServerDatabase => ({
  url: addressOf(server, name),
  owner: OUR_OWNER,
  drop: () => connected(server, async (client) => void (await client.query(`drop database ${name} with (force)`))),
})

/** Templates of earlier states of the files are dropped, since they are no longer copied. */
async function buildTemplate(
  client: pg.Client,
  server: string,
  template: string,
  migrationsDir: string,
): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefixOf(migrationsDir)],
  )
  if (rows.some(({ datname }) => datname === template)) return
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  const draft = `hot_test_${randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${draft}`)
  const engine = openPostgres(addressOf(server, draft), () => {})
  await prepareDatabase(engine, migrationsDir).finally(() => engine.close())
  await client.query(`alter database ${draft} rename to ${template}`)
}

/**
 * A new database on a PostgreSQL server, with platform and migrations and nothing else. Those are applied once per state
 * of the files, then copied: a tenth of the time. A copy has everything but the rights on the database itself.
 */
export async function copyServerDatabase(server: string, migrationsDir: string): Promise<ServerDatabase> {
  const template = prefixOf(migrationsDir) + nameOf(migrationsDir)
  const name = `${prefixOfRun()}${randomUUID().replaceAll('-', '')}`
  await connected(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await buildTemplate(client, server, template, migrationsDir)
    await client.query(`create database ${name} template ${template}`)
    await client.query(`grant create, connect, temporary on database ${name} to ${OUR_OWNER}`)
  })
  return handle(server, name)
}

/** A copy of a database on the same server, with all that is in it. Nobody may be connected to that one. */
export async function cloneServerDatabase(server: string, of: ServerDatabase): Promise<ServerDatabase> {
  const name = `${prefixOfRun()}${randomUUID().replaceAll('-', '')}`
  await connected(server, async (client) => {
    await client.query(`create database ${name} template ${new URL(of.url).pathname.slice(1)}`)
    await client.query(`grant create, connect, temporary on database ${name} to ${OUR_OWNER}`)
  })
  return handle(server, name)
}

/** A new database on a PostgreSQL server with nothing in it. */
export async function emptyServerDatabase(server: string): Promise<ServerDatabase> {
  const name = `${prefixOfRun()}${randomUUID().replaceAll('-', '')}`
  await connected(server, async (client) => void (await client.query(`create database ${name}`)))
  return handle(server, name)
}
