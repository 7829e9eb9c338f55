import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { words } from '../words.ts'
import { DatabaseAway, type Outcome } from './engine.ts'
import type { Heard, SingleSession } from './pglite-engine.ts'
import { pgliteProgram } from './pglite-internals.ts'
import type { PlainError, PlainOutcome, ThreadData, ThreadMessage, ThreadRequest } from './pglite-thread.ts'

/** Answers that arrived while this thread was busy itself are read before a statement counts as late. */
const READ_ANSWERS_MS = 50
/** What a statement that runs at the end may still take; then its thread is ended, and the next start recovers. */
const FINISH_WITHIN_MS = 2_000
const LOOK_EVERY_MS = 20
/** The last checkpoint writes what has changed since the one before. */
const CLOSE_WITHIN_MS = 60_000

/** PostgreSQL's own words and code for a statement that exceeded `statement_timeout`. */
const tooLong = () =>
  Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014', severity: 'ERROR' })

const errorOf = ({ name, message, fields }: PlainError) => Object.assign(new Error(message), { name }, fields)

const outcomeOf = (outcome: PlainOutcome): Outcome => ('rows' in outcome ? outcome : { error: errorOf(outcome.error) })

type WithoutId<Request> = Request extends [id: number, ...rest: infer Rest] ? Rest : never
type Call = { resolve: (value: unknown) => void; reject: (error: unknown) => void; timer: NodeJS.Timeout }

/** Statements under way in a thread. `late` is called when one has had its time: it has failed by then. */
function openCalls(send: (request: ThreadRequest) => void, late: (within: number) => void) {
  const calls = new Map<number, Call>()
  let last = 0

  const taken = (id: number): Call | undefined => {
    const call = calls.get(id)
    clearTimeout(call?.timer)
    calls.delete(id)
    return call
  }
  const giveUp = (id: number, within: number) => {
    const call = taken(id)
    if (!call) return
    call.reject(tooLong())
    late(within)
  }
  const watch = (id: number, within: number): NodeJS.Timeout =>
    setTimeout(() => {
      const call = calls.get(id)
      if (call) call.timer = setTimeout(giveUp, READ_ANSWERS_MS, id, within)
    }, within)

  return {
    isIdle: () => calls.size === 0,
    ask: <T>(within: number, ...request: WithoutId<ThreadRequest>): Promise<T> => {
      const id = ++last
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      send([id, ...request] as ThreadRequest) // throws on what cannot be cloned: then nothing is under way
      calls.set(id, { resolve, reject, timer: watch(id, within) })
      return promise as Promise<T>
    },
    answer: (id: number, value: unknown) => taken(id)?.resolve(value),
    fail: (id: number, error: Error) => taken(id)?.reject(error),
    failAll: (error: Error) => {
      for (const id of [...calls.keys()]) taken(id)?.reject(error)
    },
  }
}

/** Why a thread ended: it was closed, a statement exceeded its time (`late`, in ms), or it crashed (`cause`). */
export type ThreadEnd = { late?: number; cause?: unknown }

/** The embedded database in its own thread. Its statements fail with `DatabaseAway` once the thread is lost. */
export type DatabaseThread = SingleSession & {
  readonly isLost: boolean
  /** Settles when nothing of the thread is left that could touch the files. */
  ended: Promise<ThreadEnd>
}

/**
 * Opens the embedded database in its own thread and ends that thread when a statement exceeds its limit. To
 * the files that is what `kill -9` is: what was committed is there when they are opened again. `stop` ends the thread.
 */
export async function openDatabaseThread(
  dir: string | undefined,
  heard: Heard,
  stop: AbortSignal,
): Promise<DatabaseThread> {
  const workerData: ThreadData = { dir, program: await pgliteProgram() }
  // TypeScript here, JavaScript in the packed package.
  const thread = new URL(`./pglite-thread${path.extname(import.meta.url)}`, import.meta.url)
  const worker = new Worker(thread, { workerData, name: 'database' })
  const opened = Promise.withResolvers<void>()
  const end: ThreadEnd = {}
  let lost: DatabaseAway | undefined
  const lose = (reason: ThreadEnd) => {
    if (lost) return
    Object.assign(end, reason)
    lost = new DatabaseAway(reason.cause ?? new Error(words.log.databaseReopened))
    calls.failAll(lost)
  }
  const terminate = (reason: ThreadEnd) => {
    lose(reason)
    void worker.terminate() // settles with the event 'exit', which is waited for
  }
  const calls = openCalls(
    (request) => worker.postMessage(request),
    (late) => terminate({ late }),
  )
  const ask = <T>(within: number, ...request: WithoutId<ThreadRequest>): Promise<T> =>
    lost ? Promise.reject(lost) : calls.ask<T>(within, ...request)

  worker.on('message', (message: ThreadMessage) => {
    if (message[0] === 'answer') calls.answer(message[1], message[2])
    else if (message[0] === 'failure') calls.fail(message[1], errorOf(message[2]))
    else if (message[0] === 'heard') heard(message[1], message[2])
    else if (message[0] === 'opened') opened.resolve()
    else if (message[0] === 'lost') lose({ cause: errorOf(message[1]) })
    else opened.reject(errorOf(message[1]))
  })
  worker.on('error', (cause) => lose({ cause }))
  // Not `events.once`, which would fail on the 'error' that precedes the exit of a thread that crashed.
  const ended = new Promise<ThreadEnd>((resolve) => {
    worker.on('exit', () => {
      lose({})
      opened.reject(end.cause ?? lost)
      resolve(end)
    })
  })
  stop.addEventListener('abort', () => terminate({}), { once: true })

  try {
    await opened.promise
  } catch (error) {
    terminate({ cause: error })
    await ended
    throw error
  }
  return {
    get isLost() {
      return lost !== undefined
    },
    ended,
    query: (sql, params, within) => ask(within, 'query', sql, params),
    exec: (sql, within) => ask(within, 'exec', sql),
    each: async (scripts, within) => (await ask<PlainOutcome[]>(within, 'each', scripts)).map(outcomeOf),
    learnTypes: () => ask(CLOSE_WITHIN_MS, 'learnTypes'),
    close: async () => {
      const from = performance.now()
      while (!calls.isIdle() && performance.now() - from < FINISH_WITHIN_MS) await pause(LOOK_EVERY_MS)
      if (calls.isIdle() && !lost) await ask(CLOSE_WITHIN_MS, 'close')
      else terminate({})
      await ended
    },
  }
}
