/**
 * The thread in which the embedded database runs; `watched-pglite.ts` starts, watches and ends it. One request at a time
 * comes in, since callers take turns, and is answered before the next one.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { closeSharedObjects } from '../closed-prototypes.ts'
import type { Answer } from './engine.ts'
import { openSingleSession } from './pglite.ts'
import type { SingleSession } from './pglite-engine.ts'
import { returnMemory } from './pglite-internals.ts'

/** What the other thread asks for, by a number that the answer repeats. */
export type ThreadRequest =
  | [id: number, kind: 'query', sql: string, params: readonly unknown[]]
  | [id: number, kind: 'exec', sql: string]
  | [id: number, kind: 'each', scripts: readonly string[]]
  | [id: number, kind: 'learnTypes' | 'close']

/** What a thread is started with. */
export type ThreadData = { dir: string | undefined; program: WebAssembly.Module }

/** An error without its class, which is lost between threads. */
export type PlainError = { name: string; message: string; fields: Record<string, unknown> }

/** `Outcome`, as it comes between threads. */
export type PlainOutcome = { rows: Answer['rows'] } | { error: PlainError }

export type ThreadMessage =
  | ['answer', id: number, value: unknown]
  | ['failure', id: number, error: PlainError]
  | ['heard', channel: string, payload: string]
  | ['opened']
  | ['not opened', error: PlainError]
  | ['lost', error: PlainError]

/** The fields of errors of PostgreSQL and of the file system that are read anywhere. */
const FIELDS = ['code', 'detail', 'hint', 'constraint', 'schema', 'table', 'errno', 'syscall', 'severity']

function plain(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), fields: {} }
  const fields = Object.entries(error).filter(([name, value]) => FIELDS.includes(name) && value !== undefined)
  return { name: error.name, message: error.message, fields: Object.fromEntries(fields) }
}

/** Its time is watched by the other thread. */
const NO_LIMIT = Number.POSITIVE_INFINITY

async function each(session: SingleSession, scripts: readonly string[]): Promise<PlainOutcome[]> {
  const outcomes = await session.each(scripts, NO_LIMIT)
  return outcomes.map((outcome) => ('rows' in outcome ? outcome : { error: plain(outcome.error) }))
}

function perform(session: SingleSession, request: ThreadRequest): Promise<unknown> {
  switch (request[1]) {
    case 'query':
      return session.query(request[2], request[3], NO_LIMIT)
    case 'exec':
      return session.exec(request[2], NO_LIMIT)
    case 'each':
      return each(session, request[2])
    case 'learnTypes':
      return session.learnTypes()
    case 'close':
      return session.close()
  }
}

async function serve(port: MessagePort, { dir, program }: ThreadData): Promise<void> {
  closeSharedObjects()
  const tell = (message: ThreadMessage) => port.postMessage(message)
  const heard = (channel: string, payload: string) => tell(['heard', channel, payload])
  const failed = (error: unknown): never => {
    tell(['lost', plain(error)])
    // Of this thread, not of the process.
    process.exit(1)
  }
  let session: SingleSession
  try {
    session = await openSingleSession(dir, program, heard, failed)
  } catch (error) {
    tell(['not opened', plain(error)])
    return
  }
  port.on('message', (request: ThreadRequest) => {
    const [id, kind] = request
    perform(session, request)
      .then(
        (value) => tell(['answer', id, value]),
        (error: unknown) => tell(['failure', id, plain(error)]),
      )
      .finally(() => {
        if (kind === 'close') port.close()
      })
  })
  returnMemory(globalThis.gc, () => process.memoryUsage().arrayBuffers)
  tell(['opened'])
}

if (parentPort) await serve(parentPort, workerData as ThreadData)
