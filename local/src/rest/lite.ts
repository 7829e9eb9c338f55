import { AsyncLocalStorage } from 'node:async_hooks'
import { App, InMemoryEmailDriver } from '@supabase/lite'
import { type Engine, isPgError, type PgError } from '../database/engine.ts'
import type { Claims } from '../database/transaction.ts'
import { LiteConnection } from './lite-connection.ts'
import { postgrestBody, statusOf } from './postgrest-error.ts'
import { whileQuiet } from './quiet.ts'

/** PostgREST's `db-max-rows`: PGlite honours no statement_timeout, so no answer may grow without bound. */
const MAX_ROWS = 1000

/** Answers `/rest/v1` (and, with a storage adapter, `/storage/v1`) for a caller whose claims the gateway has verified. */
export type Lite = {
  fetch(request: Request, claims: Claims): Promise<Response>
  /** To be called after migrations: lite remembers the schema. */
  forgetSchema(): Promise<void>
}

/** lite's own answers keep their words; an error of the database gets PostgREST's status, code, hint and details. */
async function restored(response: Response, error: PgError | undefined, role: string): Promise<Response> {
  if (!error || response.status < 400) return response
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const code = body && typeof body === 'object' && 'code' in body ? body.code : undefined
  if (code !== 'SUP' && code !== error.code) return response
  return Response.json(postgrestBody(error), { status: statusOf(error.code, role) })
}

/** REST by @supabase/lite on our engine. Nothing of its own auth, studio or system routes can be reached through it. */
export async function openLite(engine: Engine): Promise<Lite> {
  const failed = new AsyncLocalStorage<{ error?: PgError }>()
  const claimsOf = new WeakMap<Request, Claims>()
  const connection = new LiteConnection(engine, (error) => {
    const store = failed.getStore()
    if (store && isPgError(error)) store.error = error
  })
  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: MAX_ROWS },
    auth: { enabled: false },
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
  await app.init()

  const internal = (request: Request, claims: Claims): Request => {
    const headers = new Headers(request.headers)
    headers.set('apikey', 'internal')
    headers.delete('authorization')
    const forwarded = new Request(request, { headers })
    claimsOf.set(forwarded, claims)
    return forwarded
  }
  return {
    forgetSchema: () => connection.clearSchemaCache(),
    fetch: (request, claims) =>
      failed.run({}, () =>
        whileQuiet(async () => {
          const response = await app.fetch(internal(request, claims))
          return restored(response, failed.getStore()?.error, claims.role)
        }),
      ),
  }
}
