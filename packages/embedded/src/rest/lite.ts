import { AsyncLocalStorage } from 'node:async_hooks'
import { App, InMemoryEmailDriver, setExperimental } from '@supabase/lite'
import { type Engine, isPgError } from '../database/engine.ts'
import type { Claims } from '../database/transaction.ts'
import { listedAnswer, listedFolder, signedAnswer } from '../storage/answers.ts'
import type { FileStore } from '../storage/file-store.ts'
import { pictureAdapter } from '../storage/pictures.ts'
import { restAnswer, storageAnswer } from './answered.ts'
import { LiteConnection } from './lite-connection.ts'
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

/** REST and storage by @supabase/lite on our engine. Nothing of its auth, studio or system routes can be reached. */
export async function openLite({ engine, files, storageSecret, log }: LiteOptions): Promise<Lite> {
  const calls = new AsyncLocalStorage<Call>()
  const claimsOf = new WeakMap<Request, Claims>()
  const connection = new LiteConnection(engine, {
    failed: (error) => Object.assign(calls.getStore() ?? {}, { error }),
    answer: (error) => {
      const call = calls.getStore()
      if (!call) return undefined
      return call.isStorage ? storageAnswer(error, call.error) : restAnswer(error, call.error, call.role)
    },
  })
  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: MAX_ROWS },
    // Its auth stays off; the secret only signs storage links.
    auth: { enabled: false, jwt_secret: storageSecret },
    storage: { enabled: true },
    studio: { enabled: false },
    options: {
      drivers: { email: new InMemoryEmailDriver() },
      server: {
        disableStudio: true,
        // The gateway has checked key and token; lite only learns whose request it is.
        apiKeys: {
          resolver: async (_key: string, context: { req: { raw: Request } }) => {
            const claims = claimsOf.get(context.req.raw)
            return claims ? { type: 'publishable' as const, claims } : null
          },
        },
      },
    },
  })
  app._storageAdapter = pictureAdapter(files)
  await app.init()
  setExperimental('storage', true) // after `init`, which would warn about it

  const functions = pageFunctions(engine)
  const internal = (request: Request, claims: Claims, address: string): Request => {
    const headers = new Headers(request.headers)
    // Whatever the caller wrote there itself: SQL throttles by it.
    headers.set('x-forwarded-for', address)
    headers.delete('cf-connecting-ip')
    headers.set('apikey', 'internal')
    headers.delete('authorization')
    const forwarded = new Request(request, { headers })
    claimsOf.set(forwarded, claims)
    return forwarded
  }
  return {
    forgetSchema: () => {
      functions.forget()
      return connection.clearSchemaCache()
    },
    fetch: async (request, claims, address) => {
      const short = await functions.answer(request, claims, address)
      if (short) return short
      const call: Call = { role: claims.role, isStorage: new URL(request.url).pathname.startsWith('/storage/') }
      return calls.run(call, async () => {
        const folder = await listedFolder(request)
        const answer = await app.fetch(internal(request, claims, address))
        if (answer.status >= 500) log(trouble(request, answer.status, call.error))
        return folder === undefined ? signedAnswer(request, answer) : listedAnswer(folder, answer)
      })
    },
  }
}
