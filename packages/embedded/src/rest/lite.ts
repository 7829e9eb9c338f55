import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseBusy, type Engine, isPgError, isTimeOut } from '../database/engine.ts'
import { roleLimits } from '../database/limits.ts'
import { type Claims, contextSql, type HttpRequest, transaction } from '../database/transaction.ts'
import { type Log, levelOfStatus } from '../log.ts'
import { ORDINARY, type RequestClass } from '../queue/request-class.ts'
import type { Replica } from '../replica.ts'
import { codedAnswer, listedAnswer, listedFolder, renamedAnswer, signedAnswer } from '../storage/answers.ts'
import type { FileStore } from '../storage/file-store.ts'
import { checkBody } from '../storage/requests.ts'
import { type AsCaller, answerVisible } from '../storage/visible-objects.ts'
import { words } from '../words.ts'
import { answerForLater, restAnswer, storageAnswer } from './answers.ts'
import { type FunctionLimits, functionLimits } from './function-limits.ts'
import { type LiteAppOptions, openLiteApp } from './lite-adapter.ts'
import { pageFunctions } from './page-function.ts'
import { pictureAdapter } from './pictures.ts'
import type { RestRequests } from './requests/allowed-requests.ts'
import { withKnownPreferences } from './requests/headers.ts'
import { openOffer } from './requests/offer.ts'
import { rowWrites } from './row-writes.ts'

/** PostgREST's `db-max-rows`: no answer may grow without bound. */
const MAX_ROWS = 1000

/**
 * Answers `/rest/v1` (and, with a storage adapter, `/storage/v1`) for a caller whose claims and network address the
 * gateway has verified. SQL reads the address from `x-forwarded-for` in `request.headers`.
 */
export type Lite = {
  fetch(request: Request, claims: Claims, address: string, options?: LiteRequest): Promise<Response>
  /** To be called after migrations: lite remembers the schema. */
  forgetSchema(): Promise<void>
}

/** `spent` learns how the request used the database, once it is answered. */
type LiteRequest = { class?: RequestClass | undefined; spent?: (used: DatabaseUse) => void }

/** What a request took of the database: ms in which it held a session, and whether a statement was ended for its time. */
export type DatabaseUse = { ms: number; timedOut: boolean }

/** What is known of the use of the database by the request being answered. */
type RequestUse = DatabaseUse & { class: RequestClass | undefined }

/** One request on its way through lite, and what went wrong below it. */
type Call = { role: string; isStorage: boolean; http: HttpRequest; rows: number; error?: unknown }

/** One line for the operator: where, and the database's code. Query and message may hold what a person typed. */
function trouble(request: Request, status: number, error: unknown): string {
  return words.log.answered(`${request.method} ${new URL(request.url).pathname}`, status, databaseReason(error))
}

/** The answer, of which the operator hears if something is wrong with it. */
function noted(log: Log, request: Request, answer: Response, error: unknown): Response {
  if (answer.status >= 500) log(trouble(request, answer.status, error), levelOfStatus(answer.status))
  return answer
}

function databaseReason(error: unknown): string {
  if (isPgError(error)) return `SQLSTATE ${error.code}`
  if (error === undefined) return words.log.noDatabaseError
  return error instanceof DatabaseBusy ? words.log.databaseBusy : words.log.databaseAway
}

export type LiteOptions = {
  engine: Engine
  /** Answers what guests read through functions that only read. */
  replica?: Replica | undefined
  files: FileStore
  /** Signs links to files; a command may change it. */
  storageSecret: () => string
  /** `schema.function`, called before each request of a member (PostgREST's `db-pre-request`). */
  preRequest?: string | undefined
  /** What REST offers; default: all that PostgREST's grammar has. */
  requests?: RestRequests | undefined
  log: Log
}

function internal(request: Request, address: string): Request {
  const headers = new Headers(request.headers)
  // Whatever the caller wrote there itself: SQL throttles by it.
  headers.set('x-forwarded-for', address)
  headers.delete('cf-connecting-ip')
  headers.set('apikey', 'internal')
  headers.delete('authorization')
  const preferences = withKnownPreferences(headers.get('prefer'))
  if (preferences) headers.set('prefer', preferences)
  else headers.delete('prefer')
  return new Request(request, { headers })
}

/** The same engine, which counts for the request being answered how long it holds sessions. */
function countingEngine(engine: Engine, uses: AsyncLocalStorage<RequestUse>): Engine {
  return {
    ...engine,
    session: (work, limits) =>
      engine.session(async (session) => {
        const use = uses.getStore()
        const began = performance.now()
        try {
          return await work(session)
        } finally {
          if (use) use.ms += performance.now() - began
        }
      }, limits),
  }
}

/** PostgREST counts changed rows only on request; a cache in front needs to know whether there are any. */
function counted(answer: Response, rows: number): Response {
  const headers = new Headers(answer.headers)
  headers.set('x-rows-affected', String(rows))
  return new Response(answer.body, { status: answer.status, headers })
}

/** The same limits, with the lane of the request being answered, and the wait that it bears. */
const lanesOf = (limits: FunctionLimits, uses: AsyncLocalStorage<RequestUse>): FunctionLimits => ({
  ...limits,
  of: async (role, path) => {
    const { lane, patience } = uses.getStore()?.class ?? ORDINARY
    const allowed = await limits.of(role, path)
    return { ...allowed, lane, turn: Number.isFinite(patience) ? patience : allowed.turn }
  },
})

/** Keeps what was opened with a key, and opens it anew once the key is another. A failure is tried again by the next caller. */
async function replacedWith<T>(key: () => string, open: (key: string) => Promise<T>): Promise<() => Promise<T>> {
  let current = { key: key(), opened: open(key()) }
  await current.opened
  return () => {
    if (current.key === key()) return current.opened
    const next = { key: key(), opened: open(key()) }
    const previous = current
    next.opened.catch(() => {
      if (current === next) current = previous
    })
    current = next
    return next.opened
  }
}

/** The answers to storage that lite has no way for, as its caller and after the same checks. */
function ownAnswers({ engine, storageSecret, preRequest, log }: Omit<LiteOptions, 'files'>) {
  return async (request: Request, claims: Claims, { http }: Call): Promise<Response | undefined> => {
    const allowed = roleLimits(claims.role)
    const vars = { auth: { uid: claims.sub, role: claims.role, jwt: claims } }
    const context = contextSql({ engine, limits: allowed, preRequest }, vars, http)
    const asCaller: AsCaller = (work) =>
      transaction(
        engine,
        undefined,
        async (session) => {
          await session.exec(context.join('; '))
          return work(session)
        },
        allowed,
      )
    try {
      return await answerVisible(request, storageSecret(), asCaller)
    } catch (error) {
      const answer = storageAnswer(error, undefined)
      if (!answer) throw error
      return noted(log, request, answer, error)
    }
  }
}

const callOf = (role: string, isStorage: boolean, inside: Request, pathname: string): Call => ({
  role,
  isStorage,
  rows: 0,
  http: {
    method: inside.method,
    path: pathname.replace(/^\/(rest|storage)\/v1/, ''),
    requestHeaders: Object.fromEntries(inside.headers),
  },
})

/** What becomes of the statements of the request being answered. */
const observerOf = (calls: AsyncLocalStorage<Call>, failed: (error: unknown) => void): LiteAppOptions['observer'] => ({
  http: () => calls.getStore()?.http,
  answered: ({ affected }) => {
    const call = calls.getStore()
    if (call) call.rows += affected
  },
  failed: (error) => {
    Object.assign(calls.getStore() ?? {}, { error })
    failed(error)
  },
  answer: (error, own) => {
    const call = calls.getStore()
    return call && (call.isStorage ? storageAnswer : restAnswer)(error, own, call)
  },
})

/** REST and storage by @supabase/lite on our engine. */
export async function openLite(options: LiteOptions): Promise<Lite> {
  const { files, storageSecret, preRequest, requests, log } = options
  const uses = new AsyncLocalStorage<RequestUse>()
  const engine = countingEngine(options.engine, uses)
  const noteTimeOut = (error: unknown) => {
    const use = uses.getStore()
    if (use && isTimeOut(error)) use.timedOut = true
  }
  const calls = new AsyncLocalStorage<Call>()
  const offer = openOffer(engine, requests)
  const limits = lanesOf(functionLimits(engine), uses)
  const openApp = (secret: string) =>
    openLiteApp({
      engine,
      observer: observerOf(calls, noteTimeOut),
      limits,
      storage: pictureAdapter(files),
      storageSecret: secret,
      preRequest,
      maxRows: MAX_ROWS,
    })
  const app = await replacedWith(storageSecret, openApp)
  const functions = pageFunctions({
    engine,
    replica: options.replica && { ...options.replica, engine: countingEngine(options.replica.engine, uses) },
    limits,
    preRequest,
  })

  const writes = rowWrites({ engine: options.engine, limits, preRequest })
  const writeOf = (claims: Claims, call: Call) => {
    const use = uses.getStore()
    const spent = (ms: number) => {
      if (use) use.ms += ms
    }
    const failed = (error: unknown) => {
      call.error = error
      noteTimeOut(error)
    }
    return { claims, http: call.http, class: use?.class, spent, failed }
  }

  const ownAnswer = ownAnswers({ engine, storageSecret, preRequest, log })

  const answered = async (received: Request, claims: Claims, address: string): Promise<Response> => {
    const { pathname } = new URL(received.url)
    const isStorage = pathname.startsWith('/storage/')
    const request = isStorage ? await checkBody(received) : received
    if (request instanceof Response) return request
    const refused = isStorage ? undefined : await offer.refuse(request, claims.role)
    if (refused) return refused
    const short = await functions.answer(request, claims, address).catch((error: unknown) => {
      noteTimeOut(error)
      const forLater = answerForLater(error)
      if (!forLater) throw error
      return noted(log, request, forLater, error)
    })
    if (short) return short
    // Before the body is handed on: it can be read only once.
    const folder = await listedFolder(request)
    const again = /^\/storage\/v1\/object\/(copy|sign\/[^/]+)$/.test(pathname) ? request.clone() : request
    const inside = internal(isStorage ? request : await offer.spelledOut(request, claims.role), address)
    const call = callOf(claims.role, isStorage, inside, pathname)
    if (isStorage) {
      const own = await ownAnswer(again, claims, call)
      if (own) return own
    }
    const row = isStorage ? inside : await writes.answer(inside, writeOf(claims, call))
    if (row instanceof Response) return noted(log, request, row, call.error)
    return calls.run(call, async () => {
      const answer = noted(log, request, await (await app()).fetch(row, claims), call.error)
      if (isStorage && !answer.ok) return codedAnswer(answer)
      if (isStorage && folder !== undefined) return listedAnswer(folder, answer)
      if (isStorage) return renamedAnswer(again, await signedAnswer(request, answer))
      return request.method === 'PATCH' || request.method === 'DELETE'
        ? counted(answer, answer.ok ? call.rows : 0)
        : answer
    })
  }

  return {
    forgetSchema: async () => {
      functions.forget()
      writes.forget()
      offer.forget()
      limits.forget()
      await (await app()).clearSchemaCache()
    },
    fetch: async (received, claims, address, { class: requestClass, spent } = {}) => {
      const use: RequestUse = { ms: 0, timedOut: false, class: requestClass }
      const answer = await uses.run(use, () => answered(received, claims, address))
      spent?.(use)
      return answer
    },
  }
}
