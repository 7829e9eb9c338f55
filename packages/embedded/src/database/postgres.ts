import pg from 'pg'
import { parse as parseArray } from 'postgres-array'
import { atMost } from '../in-time.ts'
import type { Log } from '../log.ts'
import { words } from '../words.ts'
import {
  DatabaseAway,
  DatabaseBusy,
  type Engine,
  exactNumber,
  INSTANT_TYPES,
  INT8,
  isoInstant,
  JSON_TYPES,
  lending,
  NUMERIC,
  type Session,
  TEXT_TYPES,
} from './engine.ts'
import type { Limits } from './limits.ts'
import { aloneOn, alterOwnRole, Line, listenOn } from './postgres-line.ts'

const asText = (value: string) => value
const texts = new Set<number>(Object.values(TEXT_TYPES))
const instants = new Set<number>(Object.values(INSTANT_TYPES))
const jsons = new Set<number>(Object.values(JSON_TYPES))

/** Array type → type of its elements. pg knows the usual ones only, and neither `name[]` nor those of our enums. */
type ArrayTypes = Map<number, number>

type Parser = (text: string) => unknown

function parserOf(arrays: ArrayTypes, oid: number, format?: string): Parser {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  const element = arrays.get(oid)
  if (element !== undefined) return (text) => parseArray(text, parserOf(arrays, element))
  if (texts.has(oid)) return asText
  if (instants.has(oid)) return isoInstant
  if (jsons.has(oid)) return JSON.parse
  if (oid === INT8 || oid === NUMERIC) return exactNumber
  return pg.types.getTypeParser(oid, 'text')
}

/**
 * Settings of every session: the search path Supabase gives its roles, instants in UTC, and how long the server keeps
 * what a session holds up: for a lock of others, for a transaction whose next statement never arrives (this process hangs,
 * or the network does), for a process that is gone.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  search_path: 'public,extensions',
  timezone: 'UTC',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
}
const KEEPALIVES = ['tcp_keepalives_idle=30', 'tcp_keepalives_interval=10', 'tcp_keepalives_count=3']
const OPTIONS = [...Object.entries(SETTINGS).map(([name, value]) => `${name}=${value}`), ...KEEPALIVES]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/** The same for sessions that a pooler opens, which passes no settings on: as defaults of the role in its database. */
export const setRoleDefaults = (url: string): Promise<void> => alterOwnRole(url, SETTINGS)

/** Whether a session has these defaults; the sessions that a pooler opened before do not. */
export async function hasRoleDefaults({ session }: Pick<Engine, 'session'>): Promise<boolean> {
  const { rows } = await session(({ query }) => query(`select current_setting('search_path') as path`))
  return String(rows[0]?.path).replaceAll(' ', '') === SETTINGS.search_path
}

/** The server ends a statement after its time (`statement_timeout`); an answer that is later than this never comes. */
const ANSWER_LATER_MS = 2_000
/** Answers that arrived while this process was busy itself are read before a connection counts as silent. */
const READ_ANSWERS_MS = 50

/** Calls `silent` when `work` takes longer than `within` ms; the work itself is left alone. */
async function watched<T>(work: Promise<T>, within: number, silent: () => void): Promise<T> {
  let timer = setTimeout(() => {
    timer = setTimeout(silent, READ_ANSWERS_MS)
  }, within)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

/** A connection while it is lent. `lost`: why it broke, once it has; statements then fail with `DatabaseAway`. */
type Lent = { line: pg.ClientBase; lost: () => Error | undefined; silent: () => void; within: number }

function sessionOf({ line, lost, silent, within }: Lent): Session {
  const run = async <T>(statement: () => Promise<T>): Promise<T> => {
    const gone = lost()
    if (gone) throw new DatabaseAway(gone)
    try {
      return await watched(statement(), within, silent)
    } catch (error) {
      throw lost() && !(error instanceof pg.DatabaseError) ? new DatabaseAway(error) : error
    }
  }
  return {
    query: async (sql, params = []) => {
      const answer = await run(() => line.query<Record<string, unknown>>(sql, [...params]))
      return { rows: answer.rows, affected: answer.rowCount ?? 0 }
    },
    exec: async (sql) => {
      // Of several statements pg gives a list, which its types do not tell.
      const answers = [await run(() => line.query<Record<string, unknown>>(sql))].flat()
      return answers.findLast(({ fields }) => fields.length > 0)?.rows ?? []
    },
  }
}

const MOST_SESSIONS = 10
/** What statements that run at the end may still take, and what is left of their holders after it. */
const FINISH_WITHIN_MS = 2_000
const LEAVE_WITHIN_MS = 1_000

/** The pool of connections. `lend` fails with `DatabaseAway` or `DatabaseBusy`. */
function openPool(url: string, log: Log, arrays: ArrayTypes, options: string | undefined) {
  const open = new Set<Line>()
  const idle = new Set<Line>()
  /** Known to `open` from its first attempt to its end. */
  class PooledLine extends Line {
    constructor(config?: pg.ClientConfig) {
      super(config)
      open.add(this)
      this.once('end', () => {
        open.delete(this)
        idle.delete(this)
      })
    }
  }
  const pool = new pg.Pool({
    Client: PooledLine,
    connectionString: url,
    max: MOST_SESSIONS,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    application_name: 'embedded',
    ...(options && { options }),
    types: { getTypeParser: (oid: number, format?: string) => parserOf(arrays, oid, format) },
  })
  // An idle connection that breaks raises 'error' on the pool; unheard it would end the process.
  pool.on('error', (error, client) => {
    if (!(client instanceof Line && client.isHungUp)) log(words.log.brokenConnection(error.message), 'warn')
  })

  async function lend({ statement }: Limits): Promise<{ session: Session; release: () => void }> {
    const line = await pool.connect().catch((error: unknown) => {
      const inUse = pool.totalCount - pool.idleCount
      throw inUse >= MOST_SESSIONS ? new DatabaseBusy() : new DatabaseAway(error)
    })
    if (!(line instanceof PooledLine)) throw new TypeError('The pool has made another client.')
    idle.delete(line)
    let lost: Error | undefined
    const onError = (error: Error) => {
      lost ??= error
    }
    line.on('error', onError)
    const silent = () => {
      lost ??= new Error(words.log.databaseSilent)
      if (!line.isHungUp) log(words.log.silentConnection, 'warn')
      line.hangUp()
      // The others were opened over the same network: whoever got one of them next would wait as long.
      for (const other of idle) other.hangUp()
    }
    const release = () => {
      line.off('error', onError)
      // Nobody else gets a session that is inside a transaction, in whatever way it was left.
      const isFree = lost === undefined && line.getTransactionStatus() === 'I'
      if (isFree) idle.add(line)
      line.release(!isFree)
    }
    return { session: sessionOf({ line, lost: () => lost, silent, within: statement + ANSWER_LATER_MS }), release }
  }

  async function close(): Promise<void> {
    const ended = pool.end()
    await atMost(ended, FINISH_WITHIN_MS)
    for (const line of open) line.hangUp()
    await atMost(ended, LEAVE_WITHIN_MS)
  }
  return { lend, close }
}

/**
 * A PostgreSQL server (15 or newer) by its URL. Opens no connection yet: the first statement does, and fails if it must.
 * `poolUrl`: a pooler in front of it (PgBouncer in transaction mode) for all sessions but those that have to stay the same:
 * listening, and the lock of a start.
 */
export function openPostgres(url: string, log: Log, poolUrl?: string): Engine {
  const arrays: ArrayTypes = new Map()
  const { lend, close } = openPool(poolUrl ?? url, log, arrays, poolUrl ? undefined : OPTIONS)
  const { session, acquire, load } = lending(MOST_SESSIONS, lend)
  return {
    kind: 'postgres',
    load,
    session,
    acquire,
    listen: (channel, listener) => listenOn(url, channel, listener, log),
    alone: (work) => aloneOn(url, work, log),
    learnTypes: async () => {
      const { rows } = await session(({ query }) =>
        query(
          `select oid::int as oid, typelem::int as typelem from pg_type where typcategory = 'A' and typelem <> 0 and typsubscript = 'array_subscript_handler'::regproc`,
        ),
      )
      for (const { oid, typelem } of rows) arrays.set(Number(oid), Number(typelem))
    },
    close,
  }
}
