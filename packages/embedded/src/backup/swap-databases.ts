import pg from 'pg'
import { isPgError } from '../database/engine.ts'
import { BackupError } from './backup-error.ts'

/** A new database on the same server. `swap` gives it the name of the old one, which is dropped or kept under another. */
export type Beside = {
  url: string
  swap: (keepOld: boolean) => Promise<string | undefined>
  drop: () => Promise<void>
}

const quoted = (name: string) => pg.escapeIdentifier(name)

/** No database can be renamed by a session inside of it; every server has this one. */
async function fromOutside<T>(databaseUrl: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(databaseUrl)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href, application_name: 'embedded restore' })
  await client.connect()
  return act(client).finally(() => client.end())
}

const busy = (cause?: unknown) =>
  new BackupError('Die Datenbank ist in Benutzung. Bitte erst alle Server beenden, die auf ihr laufen.', cause)

async function refuseUsers(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
    [name],
  )
  if (rowCount) throw busy()
}

async function create(client: pg.Client, name: string, fresh: string): Promise<void> {
  const { rows } = await client.query<{ encoding: string; datcollate: string; datctype: string }>(
    'select pg_encoding_to_char(encoding) as encoding, datcollate, datctype from pg_database where datname = $1',
    [name],
  )
  const { encoding = 'UTF8', datcollate = 'C', datctype = 'C' } = rows[0] ?? {}
  const [sort, kind] = [datcollate, datctype].map((locale) => pg.escapeLiteral(locale))
  try {
    await client.query(
      `create database ${quoted(fresh)} template template0 encoding '${encoding}' lc_collate ${sort} lc_ctype ${kind}`,
    )
  } catch (error) {
    if (!isPgError(error) || error.code !== '42501') throw error
    throw new BackupError('Der Datenbank-Benutzer darf keine Datenbank anlegen: Bitte CREATEDB geben.', error)
  }
}

/** Both names change in one transaction. */
async function exchange(client: pg.Client, name: string, fresh: string, kept: string): Promise<void> {
  await refuseUsers(client, name)
  try {
    await client.query('begin')
    await client.query(`alter database ${quoted(name)} rename to ${quoted(kept)}`)
    await client.query(`alter database ${quoted(fresh)} rename to ${quoted(name)}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw isPgError(error) && error.code === '55006' ? busy(error) : error
  }
}

/** Makes an empty database with the encoding and locale of the one in `databaseUrl`. Throws BackupError. */
export async function newDatabaseBeside(databaseUrl: string, stamp: string): Promise<Beside> {
  const url = new URL(databaseUrl)
  const name = decodeURIComponent(url.pathname.slice(1))
  const fresh = `${name}-restore-${stamp}`
  const kept = `${name}-before-restore-${stamp}`
  await fromOutside(databaseUrl, async (client) => {
    await refuseUsers(client, name)
    await create(client, name, fresh)
  })
  url.pathname = `/${encodeURIComponent(fresh)}`
  return {
    url: url.href,
    swap: (keepOld) =>
      fromOutside(databaseUrl, async (client) => {
        await exchange(client, name, fresh, kept)
        if (keepOld) return kept
        await client.query(`drop database ${quoted(kept)}`)
        return undefined
      }),
    drop: () =>
      fromOutside(databaseUrl, async (client) => void (await client.query(`drop database if exists ${quoted(fresh)}`))),
  }
}
