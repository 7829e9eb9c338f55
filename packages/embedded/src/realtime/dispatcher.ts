import { type Engine, reasonOf, type Session } from '../database/engine.ts'
import { SERVER_LIMITS } from '../database/limits.ts'
import { timeoutSql } from '../database/transaction.ts'
import { atMost } from '../in-time.ts'
import type { Log } from '../log.ts'
import { words } from '../words.ts'
import type { Notice } from './change-queue.ts'
import type { PublishedTable } from './publication.ts'
import type { Subscriptions } from './subscriptions.ts'
import { newsOfTable } from './table-changes.ts'
import { type Change, collect } from './triggers.ts'

/** How long a round may still take once nobody listens any more. */
const FINISH_WITHIN_MS = 2_000
/** Rows of one table read at a time. */
const ROWS_AT_ONCE = 200

export type DispatcherOptions = {
  engine: Engine
  /** The role that owns the tables. */
  owner: string
  /** Of how many readers on changes are gathered (`RealtimeLimits`). */
  crowd: number
  subscriptions: Subscriptions
  /** Sessions may have ended: ends their channels. */
  onAuth: () => Promise<void>
  /** Called when changes were sent, with the ms since the first of them was heard of. */
  onDelivered?: ((ms: number) => void) | undefined
  log: Log
}

async function readOnly<T>(engine: Engine, owner: string, work: (session: Session) => Promise<T>): Promise<T> {
  return engine.session(async (session) => {
    const begin = `begin isolation level repeatable read read only; set local role ${owner}`
    try {
      await session.exec(begin + timeoutSql(engine, SERVER_LIMITS))
      return await work(session)
    } finally {
      // Nothing was written: this ends it after success and failure alike. A broken line has ended it already.
      await session.exec('rollback').catch(() => {})
    }
  })
}

/** From changes to messages: one round at a time, so that a slow round makes the next one larger. */
export class Dispatcher {
  readonly #options: DispatcherOptions
  #waiting = new Map<PublishedTable, Map<string, Change>>()
  /** The look at the sessions that is under way, and the one that follows it. Whether they succeeded. */
  #look: Promise<boolean> = Promise.resolve(true)
  #nextLook: Promise<boolean> | undefined
  #round: Promise<void> | undefined
  #stopped = false

  constructor(options: DispatcherOptions) {
    this.#options = options
  }

  /** Changes in the order of commits. Ended sessions are looked up before anything of the same look is told. */
  told(notices: readonly Notice[]): void {
    if (this.#stopped) return
    if (notices.some(({ kind }) => kind === 'auth')) this.lookAtSessions()
    for (const notice of notices) if (notice.kind !== 'auth') this.#take(notice)
    this.#begin()
  }

  /** A look that began before does not know of the latest end: one more follows, however many are asked for meanwhile. */
  lookAtSessions(): void {
    if (this.#nextLook) return
    this.#nextLook = this.#look.then(() => {
      this.#nextLook = undefined
      this.#look = this.#options.onAuth().then(
        () => true,
        () => false, // the database is away; the next look follows
      )
      return this.#look
    })
  }

  /** Changes were lost: subscribers are told to look again. */
  missed(table?: PublishedTable): void {
    for (const subscriber of this.#options.subscriptions.subscribers(table)) subscriber.missed()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    // Its readers have gone: what is left is a statement, which a database that hangs does not end.
    if (this.#round) await atMost(this.#round, FINISH_WITHIN_MS)
  }

  #take(notice: Exclude<Notice, { kind: 'auth' }>): void {
    const { subscriptions } = this.#options
    const table = subscriptions.table(notice.schema, notice.table)
    if (!table || subscriptions.of(table).all.size === 0) return
    if (notice.kind === 'much') return void this.missed(table)
    if (notice.keys.some((key) => key.length !== table.key.length)) return
    const waiting = this.#waiting.get(table) ?? new Map<string, Change>()
    collect(waiting, notice.operation, notice.keys, new Date().toISOString())
    this.#waiting.set(table, waiting)
  }

  #begin(): void {
    if (this.#round || this.#stopped || this.#waiting.size === 0) return
    this.#round = this.#run().finally(() => {
      this.#round = undefined
      this.#begin()
    })
  }

  async #run(): Promise<void> {
    const taken = this.#waiting
    this.#waiting = new Map()
    const news: (() => void)[] = []
    for (const [table, changes] of taken) {
      const all = [...changes.values()]
      for (let at = 0; at < all.length; at += ROWS_AT_ONCE)
        news.push(await this.#news(table, all.slice(at, at + ROWS_AT_ONCE)))
    }
    // What was written after a session's end is told after its channels ended.
    if (!(await (this.#nextLook ?? this.#look))) return this.missed()
    // All together: the messages of a round to one reader are sent in one write (see Connection.send).
    for (const tell of news) tell()
    const first = Math.min(
      ...[...taken.values()].flatMap((changes) => [...changes.values()].map(({ at }) => Date.parse(at))),
    )
    if (news.length > 0) this.#options.onDelivered?.(Date.now() - first)
  }

  async #news(table: PublishedTable, changes: readonly Change[]): Promise<() => void> {
    const { engine, owner, crowd, subscriptions, log } = this.#options
    try {
      return await readOnly(engine, owner, (session) =>
        newsOfTable(session, { owner, crowd }, table, subscriptions.of(table), changes),
      )
    } catch (error) {
      // What was to be told is lost; the clients are told that, and look for themselves.
      log(words.log.realtimeOf(table.name, reasonOf(error)), 'error')
      return () => this.missed(table)
    }
  }
}
