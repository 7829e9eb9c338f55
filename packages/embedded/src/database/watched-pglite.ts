import { setTimeout as pause } from 'node:timers/promises'
import { inTime } from '../in-time.ts'
import type { Log } from '../log.ts'
import { words } from '../words.ts'
import { DatabaseAway, DatabaseBusy, type Engine, reasonOf } from './engine.ts'
import { BULK_LIMITS } from './limits.ts'
import { type DatabaseThread, openDatabaseThread, type ThreadEnd } from './pglite-client.ts'
import { type Heard, pgliteEngine, type SessionSource } from './pglite-engine.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

/** No statement is named: it may hold what a person typed. */
const endText = ({ late, cause }: ThreadEnd): string =>
  late === undefined
    ? words.log.crashed(cause instanceof Error ? cause.message : undefined)
    : words.log.ranTooLong(late / 1000)

const secondsSince = (from: number) => Math.round((performance.now() - from) / 100) / 10

type SupervisedThread = SessionSource & {
  /** Settles once the thread is open for the first time. Fails when it cannot be opened. */
  opened: Promise<void>
}

type SupervisorOptions = {
  dir: string | undefined
  log: Log
  heard: Heard
  /** Called with each thread but the first, before anybody else uses it. */
  resume: (thread: DatabaseThread) => Promise<void>
}

/** A thread, and after its end another one on the same directory, until `close`. */
function superviseThread({ dir, log, heard, resume }: SupervisorOptions): SupervisedThread {
  const stop = new AbortController()
  let isClosing = false
  let thread: DatabaseThread | undefined
  let next = successor()
  let obstacle: unknown

  /** The next thread, however long that takes; undefined: closed meanwhile. */
  async function reopen(end: ThreadEnd): Promise<DatabaseThread | undefined> {
    const began = performance.now()
    for (let wait = FIRST_PAUSE_MS; !isClosing; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        const opened = await openDatabaseThread(dir, heard, stop.signal)
        await resume(opened)
        log(words.log.backAgain(endText(end), secondsSince(began)), 'warn')
        obstacle = undefined
        return opened
      } catch (error) {
        obstacle = error
        const reason = error instanceof Error ? error.message : String(error)
        if (wait === FIRST_PAUSE_MS && !isClosing) log(words.log.notBackYet(endText(end), reason), 'error')
        await pause(wait, undefined, { signal: stop.signal, ref: false }).catch(() => {}) // closing ends the pause
      }
    }
    return undefined
  }

  async function supervise(first: DatabaseThread): Promise<void> {
    for (let current: DatabaseThread | undefined = first; current; ) {
      thread = current
      const end = await current.ended
      if (isClosing) return
      if (dir === undefined) {
        log(words.log.lostFromMemory(endText(end)), 'error')
        next.reject(new DatabaseAway(new Error(words.log.databaseGone)))
        return
      }
      current = await reopen(end)
      if (current) next.resolve(current)
      if (current) next = successor()
    }
  }

  /** A database that is being opened is busy; one that could not be opened is away. */
  const missing = () => (obstacle === undefined ? new DatabaseBusy() : new DatabaseAway(obstacle))
  const opened = openDatabaseThread(dir, heard, stop.signal)
  const supervised = opened.then(supervise, () => {}) // `opened` reports the failure
  return {
    opened: opened.then(() => {}),
    current: async (within) => (thread && !thread.isLost ? thread : inTime(next.promise, within, missing)),
    close: async () => {
      isClosing = true
      try {
        if (thread && !thread.isLost) await thread.close()
      } finally {
        stop.abort()
        next.reject(new DatabaseAway(new Error(words.log.databaseClosed)))
        await supervised
      }
    },
  }
}

/** A promise of the next thread. Its failure is no unhandled rejection when nobody waits for it. */
function successor(): PromiseWithResolvers<DatabaseThread> {
  const next = Promise.withResolvers<DatabaseThread>()
  next.promise.catch(() => {})
  return next
}

const LOOK_AT_LOG_MS = 30_000
/** PostgreSQL's own `checkpoint_timeout` of five minutes. */
const LOOKS_FOR_CHECKPOINT = 10
const LONG_LOG_BYTES = 64 << 20
/** An idle database has only the record of its last checkpoint in the log. */
const IDLE_LOG_BYTES = 1024

/**
 * Returns a function that makes a checkpoint where one is due, to be called every half minute. PGlite runs PostgreSQL in
 * its single-user mode, which makes none by itself: the log, and what a start after a crash has to replay, would grow
 * for as long as the process runs.
 */
export function checkpoints(engine: Pick<Engine, 'session'>): () => Promise<void> {
  let looks = 0
  return () =>
    engine.session(async (session) => {
      looks += 1
      const { rows } = await session.query(
        'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as bytes from pg_control_checkpoint()',
      )
      const bytes = Number(rows[0]?.bytes)
      if (bytes < (looks < LOOKS_FOR_CHECKPOINT ? LONG_LOG_BYTES : IDLE_LOG_BYTES)) return
      await session.exec('checkpoint')
      looks = 0
    }, BULK_LIMITS)
}

/** Keeps the log of a database short until the returned function is called. `log` gets one line when that fails. */
function keepLogShort(engine: Engine, log: Log): () => void {
  const look = checkpoints(engine)
  let isFailing = false
  let isStopped = false
  const timer = setInterval(() => {
    look().then(
      () => {
        isFailing = false
      },
      (error: unknown) => {
        if (!isFailing && !isStopped) log(words.log.logNotShortened(reasonOf(error)), 'error')
        isFailing = true
      },
    )
  }, LOOK_AT_LOG_MS).unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

/**
 * The embedded PostgreSQL in its own thread, which is ended and opened again when a statement takes longer than the
 * limits of its session allow (`docs/decisions`). `dir` undefined: in memory, where the end of the thread is the end of
 * the data. `log` gets one line about each end.
 */
export async function openWatchedPglite(dir: string | undefined, log: Log): Promise<Engine> {
  let hear: Heard = () => {}
  let resumed: SupervisorOptions['resume'] = async () => {}
  const thread = superviseThread({
    dir,
    log,
    heard: (channel, payload) => hear(channel, payload),
    resume: (next) => resumed(next),
  })
  await thread.opened
  const { engine, heard, resume } = pgliteEngine(thread)
  hear = heard
  resumed = resume
  if (dir === undefined) return engine
  const stop = keepLogShort(engine, log)
  return {
    ...engine,
    close: () => {
      stop()
      return engine.close()
    },
  }
}
