import { AsyncLocalStorage } from 'node:async_hooks'
import { App, InMemoryEmailDriver, setExperimental } from '@supabase/lite'
import { type Engine, isPgError } from '../database/engine.ts'
import type { Claims } from '../database/transaction.ts'
import type { FileStore } from '../storage/file-store.ts'
import { listedAnswer, listedFolder } from '../storage/listed-answer.ts'
import { pictureAdapter } from '../storage/picture-adapter.ts'
import { signedAnswer } from '../storage/signed-answer.ts'
import type { UploadRefusal } from '../storage/upload-refusal.ts'
import { LiteConnection } from './lite-connection.ts'
import { pageFunctions } from './page-function.ts'
import { postgrestBody, statusOf } from './postgrest-error.ts'
import { whileQuiet } from './quiet.ts'

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

/** What went wrong below lite during one request; lite itself keeps neither hint nor details. */
type Failure = { error?: unknown; refusal?: UploadRefusal }

/** PostgREST's answer while it has no connection (https://docs.postgrest.org/en/v14/references/errors.html, PGRST000). */
const away = () =>
  Response.json(
    { code: 'PGRST000', details: null, hint: null, message: 'Database connection error. Retrying the connection.' },
    { status: 503, headers: { 'retry-after': '5' } },
  )

/** lite's own answers keep their words; an error of the database gets PostgREST's status, code, hint and details. */
async function restored(response: Response, { error, refusal }: Failure, role: string): Promise<Response> {
  if (refusal) return refusal.response()
  if (error === undefined || response.status < 400) return response
  if (!isPgError(error)) return response.status >= 500 ? away() : response
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const code = body && typeof body === 'object' && 'code' in body ? body.code : undefined
  if (code !== 'SUP' && code !== error.code) return response
  return Response.json(postgrestBody(error), { status: statusOf(error.code, role) })
}

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
  const failed = new AsyncLocalStorage<Failure>()
  const claimsOf = new WeakMap<Request, Claims>()
  const note = (failure: Failure) => Object.assign(failed.getStore() ?? {}, failure)
  const connection = new LiteConnection(engine, (error) => note({ error }))
  setExperimental('storage', true)
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
  app._storageAdapter = pictureAdapter(files, (refusal) => note({ refusal }))
  await whileQuiet(() => app.init()) // it warns about storage, which we have made our own

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
      const failure: Failure = {}
      return failed.run(failure, () =>
        whileQuiet(async () => {
          const folder = await listedFolder(request)
          const response = await app.fetch(internal(request, claims, address))
          const answer = await restored(response, failure, claims.role)
          if (answer.status >= 500) log(trouble(request, answer.status, failure.error))
          return folder === undefined ? signedAnswer(request, answer) : listedAnswer(folder, answer)
        }),
      )
    },
  }
}
