import { AsyncLocalStorage } from 'node:async_hooks'
import { type Engine, isPgError } from '../database/engine.ts'
import type { Claims } from '../database/transaction.ts'
import { listedAnswer, listedFolder, signedAnswer } from '../storage/answers.ts'
import type { FileStore } from '../storage/file-store.ts'
import { pictureAdapter } from '../storage/pictures.ts'
import { restAnswer, storageAnswer } from './answers.ts'
import { openLiteApp } from './lite-adapter.ts'
import { pageFunctions } from './page-function.ts'

/** PostgREST's `db-max-rows`: PGlite honours no statement_timeout, so no answer may grow without bound. */
const MAX_ROWS = 1000

/**
 * Answers `/rest/v1` (and, with a storage adapter, `/storage/v1`) for a caller whose claims and network address the
 * gateway has verified. SQL reads the address from `x-forwarded-for` in `request.headers`.
 */
export type Lite = {
  fetch(request: Request, claims: Claims, address: string): Promise<Response>
  /** To be called after migrations: lite remembers the schema. */
  forgetSchema(): Promise<void>
}

/** One request on its way through lite, and what went wrong below it. */
type Call = { role: string; isStorage: boolean; error?: unknown }

/** One line for the operator: where, and the database's code. Query and message may hold what a person typed. */
function trouble(request: Request, status: number, error: unknown): string {
  const reason = isPgError(error)
    ? `SQLSTATE ${error.code}`
    : error === undefined
      ? 'ohne Fehler der Datenbank'
      : 'keine Verbindung zur Datenbank'
  return `${request.method} ${new URL(request.url).pathname} beantwortet mit ${status}: ${reason}`
}

export type LiteOptions = { engine: Engine; files: FileStore; storageSecret: string; log: (line: string) => void }

function internal(request: Request, address: string): Request {
  const headers = new Headers(request.headers)
  // Whatever the caller wrote there itself: SQL throttles by it.
  headers.set('x-forwarded-for', address)
  headers.delete('cf-connecting-ip')
  headers.set('apikey', 'internal')
  headers.delete('authorization')
  return new Request(request, { headers })
}

/** REST and storage by @supabase/lite on our engine. */
export async function openLite({ engine, files, storageSecret, log }: LiteOptions): Promise<Lite> {
  const calls = new AsyncLocalStorage<Call>()
  const app = await openLiteApp({
    engine,
    observer: {
      failed: (error) => Object.assign(calls.getStore() ?? {}, { error }),
      answer: (error, own) => {
        const call = calls.getStore()
        return call && (call.isStorage ? storageAnswer : restAnswer)(error, own, call)
      },
    },
    storage: pictureAdapter(files),
    storageSecret,
    maxRows: MAX_ROWS,
  })
  const functions = pageFunctions(engine)
  return {
    forgetSchema: () => {
      functions.forget()
      return app.clearSchemaCache()
    },
    fetch: async (request, claims, address) => {
      const short = await functions.answer(request, claims, address)
      if (short) return short
      const call: Call = { role: claims.role, isStorage: new URL(request.url).pathname.startsWith('/storage/') }
      return calls.run(call, async () => {
        const folder = await listedFolder(request)
        const answer = await app.fetch(internal(request, address), claims)
        if (answer.status >= 500) log(trouble(request, answer.status, call.error))
        return folder === undefined ? signedAnswer(request, answer) : listedAnswer(folder, answer)
      })
    },
  }
}
