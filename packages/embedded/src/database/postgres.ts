import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { parse as parseArray } from 'postgres-array'
import {
  DatabaseAway,
  DatabaseBusy,
  type Engine,
  exactNumber,
  INT8,
  isPgError,
  JSON_TYPES,
  type Listener,
  lending,
  NUMERIC,
  type Session,
  TEXT_TYPES,
} from './engine.ts'

/** How often the connection is probed, and how long an answer may take: a broken connection is not reported otherwise. */
const LOOK_EVERY_MS = 10_000
const ANSWER_WITHIN_MS = 5_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

type Line = { client: pg.Client; broken: Promise<void> }

async function openLine(url: string, channel: string, { notified }: Listener): Promise<Line> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    application_name: 'embedded listen',
  })
  const broken = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  client.on('notification', ({ payload }) => notified(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  } catch (error) {
    await client.end().catch(() => {}) // the first error is the one to tell
    throw error
  }
  return { client, broken }
}

/** Ends when the line is dead, by its own word or because it answers no more. */
async function untilBroken({ client, broken }: Line): Promise<void> {
  const looking = setInterval(() => {
    client.query('select 1').catch(() => client.end().catch(() => {}))
  }, LOOK_EVERY_MS)
  looking.unref()
  await broken
  clearInterval(looking)
}

/** `LISTEN` on a separate connection, reopened after every break, with growing pauses of at most five seconds. */
async function listenOn(
  url: string,
  channel: string,
  listener: Listener,
  log: (line: string) => void,
): Promise<() => Promise<void>> {
  let stopped = false
  let line = await openLine(url, channel, listener)

  const reopened = async (): Promise<void> => {
    for (let wait = FIRST_PAUSE_MS; !stopped; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        line = await openLine(url, channel, listener)
        return
      } catch {
        await pause(wait, undefined, { ref: false }) // the requests meanwhile say that the database is away
      }
    }
  }
  const keep = async (): Promise<void> => {
    for (;;) {
      await untilBroken(line)
      if (stopped) return
      log('Live-Aktualisierung: Verbindung zur Datenbank unterbrochen.')
      await reopened()
      if (stopped) return void (await line.client.end().catch(() => {}))
      listener.restored()
    }
  }
  keep().catch((error: unknown) => log(`Live-Aktualisierung steht still: ${String(error)}`))
  return async () => {
    stopped = true
    await line.client.end().catch(() => {}) // it may be broken already, which is as good
  }
}

const asText = (value: string) => value
const texts = new Set<number>(Object.values(TEXT_TYPES))
const jsons = new Set<number>(Object.values(JSON_TYPES))

/** Array type → type of its elements. pg knows the usual ones only, and neither `name[]` nor those of our enums. */
type ArrayTypes = Map<number, number>

type Parser = (text: string) => unknown

function parserOf(arrays: ArrayTypes, oid: number, format?: string): Parser {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  const element = arrays.get(oid)
  if (element !== undefined) return (text) => parseArray(text, parserOf(arrays, element))
  if (texts.has(oid)) return asText
  if (jsons.has(oid)) return JSON.parse
  if (oid === INT8 || oid === NUMERIC) return exactNumber
  return pg.types.getTypeParser(oid, 'text')
}

/** Settings of every session: the search path Supabase gives its roles, instants in UTC. */
const OPTIONS = '-c search_path=public,extensions -c timezone=UTC'

/** `broken`: why the connection is lost, once it is; statements then fail with `DatabaseAway`. */
function sessionOf(client: pg.PoolClient, broken: () => Error | undefined): Session {
  const run = async <T>(statement: () => Promise<T>): Promise<T> => {
    try {
      return await statement()
    } catch (error) {
      throw broken() && !isPgError(error) ? new DatabaseAway(error) : error
    }
  }
  return {
    query: async (sql, params = []) => {
      const answer = await run(() => client.query<Record<string, unknown>>(sql, [...params]))
      return { rows: answer.rows, affected: answer.rowCount ?? 0 }
    },
    exec: async (sql) => {
      // Of several statements pg gives a list, which its types do not tell.
      const answers = [await run(() => client.query<Record<string, unknown>>(sql))].flat()
      return answers.findLast(({ fields }) => fields.length > 0)?.rows ?? []
    },
  }
}

const MOST_SESSIONS = 10

/** A PostgreSQL server (15 or newer) by its URL. Opens no connection yet: the first statement does, and fails if it must. */
export function openPostgres(url: string, log: (line: string) => void): Engine {
  const arrays: ArrayTypes = new Map()
  const pool = new pg.Pool({
    connectionString: url,
    max: MOST_SESSIONS,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    application_name: 'embedded',
    options: OPTIONS,
    types: { getTypeParser: (oid: number, format?: string) => parserOf(arrays, oid, format) },
  })
  // An idle connection that breaks raises 'error' on the pool; unheard it would end the process.
  pool.on('error', (error) => log(`Verbindung zur Datenbank unterbrochen: ${error.message}`))

  const take = async () => {
    const client = await pool.connect().catch((error: unknown) => {
      const inUse = pool.totalCount - pool.idleCount
      throw inUse >= MOST_SESSIONS ? new DatabaseBusy() : new DatabaseAway(error)
    })
    let broken: Error | undefined
    const onError = (error: Error) => {
      broken = error
    }
    client.on('error', onError)
    const release = () => {
      client.off('error', onError)
      client.release(broken)
    }
    return { session: sessionOf(client, () => broken), release }
  }
  return {
    kind: 'postgres',
    ...lending(take),
    listen: (channel, listener) => listenOn(url, channel, listener, log),
    learnTypes: async () => {
      const { rows } = await pool.query<{ oid: number; typelem: number }>(
        `select oid, typelem from pg_type where typcategory = 'A' and typelem <> 0 and typsubscript = 'array_subscript_handler'::regproc`,
      )
      for (const row of rows) arrays.set(row.oid, row.typelem)
    },
    close: () => pool.end(),
  }
}
