import { AsyncLocalStorage } from 'node:async_hooks'
import { inTime } from '../in-time.ts'
import { words } from '../words.ts'
import { type Limits, ORDINARY_LANE, SERVER_LIMITS } from './limits.ts'

/** What one statement gave back. */
export type Answer = { rows: Record<string, unknown>[]; affected: number }

/** One session of the database, held by one caller until its work ends. */
export type Session = {
  /** One statement with `$1` parameters. Fails with a `PgError`. */
  query(sql: string, params?: readonly unknown[]): Promise<Answer>
  /** Several statements without parameters, as a migration file has them; the rows of the last one that has any. */
  exec(sql: string): Promise<Answer['rows']>
  /**
   * Several transactions one after the other, each given by its statements; what became of each, once all that succeeded
   * are on the disk. Only where a trip to the database costs as much as what it does there.
   */
  each?: (scripts: readonly string[]) => Promise<readonly Outcome[]>
}

/** What one of several transactions gave back, or why it failed. */
export type Outcome = { rows: Answer['rows'] } | { error: unknown }

/** Who hears the notifications of one channel. */
export type Listener = {
  /** The text given to `pg_notify`, once its transaction is committed. */
  notified(payload: string): void
  /** The line was down and is back: what was notified meanwhile is lost. */
  restored(): void
}

/** How busy a database is. */
export type Load = {
  /** Sessions lent to somebody, of `sessions` in all. */
  inUse: number
  sessions: number
  /** Callers that wait for one. */
  waiting: number
  /** Called with the time of each statement, in ms, once somebody wants to know. */
  took?: ((ms: number) => void) | undefined
  /** Called with how long each caller has waited for a session, in ms, whether it got one or not. */
  waited?: ((ms: number) => void) | undefined
}

/**
 * A database, embedded or on a server. Values arrive as PostgREST shows them: json parsed, dates as text, instants as text
 * in ISO 8601, bigint and numeric as number where that loses nothing.
 */
export type Engine = {
  kind: 'pglite' | 'postgres'
  load: Load
  /**
   * Lends a session to `work`; default: the limits of the server's own work. A nested call inside `work` gets the same
   * session with its limits. A server ends a statement after `limits.statement` only where the transaction sets
   * `statement_timeout`; a connection that does not answer soon after that time is ended here.
   * Fails with `DatabaseAway` or `DatabaseBusy`.
   */
  session<T>(work: (session: Session) => Promise<T>, limits?: Limits): Promise<T>
  /** For drivers that acquire and release by hand; prefer `session`. */
  acquire(limits?: Limits): Promise<{ session: Session; release: () => void }>
  /**
   * Receives `pg_notify(channel, …)` until the returned function is called; `channel` in lower case. On a server by a
   * separate connection, which is reopened whenever it breaks. Fails when the first one cannot be opened.
   */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>
  /**
   * Runs `work` while no other process on the same database is in its own: first starts, migrations. The embedded
   * database has one process only.
   */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** To be called after migrations: learns the array types they made, so that their values arrive as arrays. */
  learnTypes(): Promise<void>
  close(): Promise<void>
}

/** The fields of a PostgreSQL error, as both drivers raise them. */
export type PgError = Error & {
  code: string
  detail?: string
  hint?: string
  constraint?: string
  schema?: string
  table?: string
}

/** Whether the database itself raised this error (five-character SQLSTATE). */
export const isPgError = (error: unknown): error is PgError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)

/** No session could be had, or its connection broke: the server is away, full or refuses. The reason is in `cause`. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super(words.log.databaseAway, { cause })
    this.name = 'DatabaseAway'
  }
}

/**
 * No connection, or one that broke (SQLSTATE 08000 to 08006), and a server that is shutting down, has crashed or is starting
 * (57P01 to 57P03). Not 08P01: the server says so of a statement that it cannot read, a NUL for example.
 */
const AWAY_CODES = /^(0800[01346]|57P0[123])$/

/** Whether the database was not there for a statement. Every other error is the statement's own. */
export const isAway = (error: unknown): boolean =>
  error instanceof DatabaseAway || (isPgError(error) && AWAY_CODES.test(error.code))

/** Seconds that a caller without an answer is asked to wait. */
export const RETRY_AFTER_S = 5

/** Others held every session for longer than this caller may wait. The database itself is well. */
export class DatabaseBusy extends Error {
  /** Seconds after which there is likely to be one. */
  readonly retryAfter: number
  constructor(retryAfter = RETRY_AFTER_S) {
    super(words.log.databaseBusy)
    this.name = 'DatabaseBusy'
    this.retryAfter = retryAfter
  }
}

/** PostgreSQL's code for a statement that was ended because it exceeded its time, on a server and here. */
const QUERY_CANCELED = '57014'
/** Whether a statement was ended because it exceeded its time. */
export const isTimeOut = (error: unknown): boolean => isPgError(error) && error.code === QUERY_CANCELED

/** PostgreSQL's code for a statement that waited too long for a lock (`lock_timeout`). */
export const LOCK_NOT_AVAILABLE = '55P03'

/** Whether the disk of the database takes nothing more (53100). */
export const isDiskFull = (error: unknown): boolean => isPgError(error) && error.code === '53100'

/**
 * Two transactions waited for each other, and PostgreSQL ended this one (40P01). Nothing of it is left, so that it may run
 * again from its beginning; by then the other is done.
 */
export const isDeadlock = (error: unknown): boolean => isPgError(error) && error.code === '40P01'

/** Whether there was no time, no lock or no session for a request, so that it may well succeed a little later. */
export const isForLater = (error: unknown): boolean =>
  isAway(error) ||
  error instanceof DatabaseBusy ||
  isDeadlock(error) ||
  (isPgError(error) && [QUERY_CANCELED, LOCK_NOT_AVAILABLE].includes(error.code))

/**
 * Why something failed, for a line of the log: what happens to every database in this process's language, and anything else
 * as whoever noticed it words it.
 */
export function reasonOf(error: unknown): string {
  if (isTimeOut(error)) return words.log.statementEnded
  if (isDiskFull(error)) return words.log.noRoom
  if (isPgError(error) && error.code === LOCK_NOT_AVAILABLE) return words.log.lockHeld
  if (isPgError(error) && isAway(error)) return words.log.databaseAway
  return error instanceof Error ? error.message : String(error)
}

/** PostgreSQL's type numbers (`pg_type.oid`) whose text form is wanted as it is. */
export const TEXT_TYPES = {
  date: 1082,
  time: 1083,
  timetz: 1266,
  interval: 1186,
} as const
export const INSTANT_TYPES = { timestamp: 1114, timestamptz: 1184 } as const
export const JSON_TYPES = { json: 114, jsonb: 3802 } as const
export const INT8 = 20
export const NUMERIC = 1700

/**
 * `2026-11-23 00:48:31.57+00` as PostgreSQL's JSON, and so PostgREST and Realtime, have it: `2026-11-23T00:48:31.57+00:00`.
 * `infinity` stays as it is.
 */
export const isoInstant = (text: string): string =>
  text.replace(/^(\d{4,}-\d\d-\d\d) /, '$1T').replace(/(:\d\d(?:\.\d+)?[+-]\d\d)(?![:\d])/, '$1:00')

/** Significant digits a double keeps (IEEE 754, DBL_DIG). */
const EXACT_DIGITS = 15

/** `int8` and `numeric` as a number where that loses nothing, else as text. `9.90` is 9.9, as JSON would have it. */
export function exactNumber(text: string): number | string {
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  if (Number.isSafeInteger(value) && !text.includes('.')) return value
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '')
  return digits.length <= EXACT_DIGITS ? value : text
}

type Loan = { session: Session; release: () => void }

type Place = { lane: number; since: number; begin: () => void }

/** Whoever has waited longer is next, whatever its lane: a lane before it that is never empty must not keep it out. */
const LANES_COUNT_MS = 1_000

/** Waits for a turn at most `within` ms, Infinity for ever, then fails with `DatabaseBusy`. Gives back how to end it. */
export type SessionTurns = (within: number, lane?: number) => Promise<() => void>

/**
 * Turns at something that serves one at a time: the lowest lane first, in a lane and after a while in the order of asking. PGlite has one
 * session: without turns the statements of two requests would share one transaction and one role.
 */
export function turns(clock: () => number = () => performance.now()): SessionTurns {
  const waiting: Place[] = []
  let isTaken = false

  const nextPlace = () => {
    const oldest = waiting.reduce((first, place) => Math.min(first, place.since), Number.POSITIVE_INFINITY)
    const isOverdue = clock() - oldest > LANES_COUNT_MS
    return waiting.splice(isOverdue ? waiting.findIndex(({ since }) => since === oldest) : 0, 1)[0]
  }
  const turn = () => {
    let isOver = false
    return () => {
      if (isOver) return // ending a turn twice must not end somebody else's
      isOver = true
      const next = nextPlace()
      if (next) next.begin()
      else isTaken = false
    }
  }
  return async (within, lane = ORDINARY_LANE) => {
    if (!isTaken) {
      isTaken = true
      return turn()
    }
    const mine = Promise.withResolvers<() => void>()
    const place: Place = { lane, since: clock(), begin: () => mine.resolve(turn()) }
    const behind = waiting.findIndex((other) => other.lane > lane)
    waiting.splice(behind < 0 ? waiting.length : behind, 0, place)
    return inTime(mine.promise, within, () => {
      const at = waiting.indexOf(place)
      // Its turn has come in this very moment: it is passed on.
      if (at < 0) void mine.promise.then((end) => end())
      else waiting.splice(at, 1)
      return new DatabaseBusy()
    })
  }
}

async function timed<T>({ took }: Load, work: () => Promise<T>): Promise<T> {
  if (!took) return work()
  const began = performance.now()
  try {
    return await work()
  } finally {
    took(performance.now() - began)
  }
}

const eachOf = ({ each }: Session, scripts: readonly string[]) => each?.(scripts) ?? Promise.resolve([])

/** The same loans, counted and their statements timed. */
const counted =
  (load: Load, lend: (limits: Limits) => Promise<Loan>) =>
  async (limits: Limits): Promise<Loan> => {
    load.waiting += 1
    const asked = performance.now()
    const { session, release } = await lend(limits).finally(() => {
      load.waiting -= 1
      load.waited?.(performance.now() - asked)
    })
    load.inUse += 1
    return {
      session: {
        query: (sql, params) => timed(load, () => session.query(sql, params)),
        exec: (sql) => timed(load, () => session.exec(sql)),
        ...(session.each && { each: (scripts) => timed(load, () => eachOf(session, scripts)) }),
      },
      release: () => {
        load.inUse -= 1
        release()
      },
    }
  }

/**
 * `session` and `acquire` of an engine. A caller that asks again while holding a session gets the same one: a second would
 * wait for the first for ever where there is only one, and would not see its transaction where there are more.
 */
export function lending(
  sessions: number,
  lend: (limits: Limits) => Promise<Loan>,
): Pick<Engine, 'session' | 'acquire' | 'load'> {
  const holder = new AsyncLocalStorage<{ session?: Session }>()
  const load: Load = { inUse: 0, sessions, waiting: 0 }
  const take = counted(load, lend)
  return {
    load,
    acquire: async (limits = SERVER_LIMITS) => {
      const session = holder.getStore()?.session
      return session ? { session, release: () => {} } : take(limits)
    },
    session: async (work, limits = SERVER_LIMITS) => {
      const held = holder.getStore()?.session
      if (held) return work(held)
      const { session, release } = await take(limits)
      const hold: { session?: Session } = { session }
      try {
        return await holder.run(hold, () => work(session))
      } finally {
        delete hold.session // from here on, whatever `work` left running needs another session
        release()
      }
    },
  }
}
