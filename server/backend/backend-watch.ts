import { AsyncLocalStorage } from 'node:async_hooks'
import type { RpcAnswer, RpcArguments, RpcName } from '@hot/domain/contract/rpcs'
import type { ZodType } from 'zod'

/** SQLSTATE 53100 is PostgreSQL's "disk full": it then refuses writes but still serves reads. */
const isDiskFull = (reason: string): boolean => /\b53100\b|ENOSPC|No space left/.test(reason)

/**
 * Minimum time in ms between two log lines about a full disk. Small writes may still succeed, so no response reliably
 * signals recovery.
 */
const namedAgainAfter = 600_000

/** Logs a full disk on the first refused write, and then every ten minutes while writes keep failing. */
function diskFullNotice(log: (line: string) => void, clock: () => number): (reason: string) => void {
  let named = Number.NEGATIVE_INFINITY
  return (reason) => {
    if (clock() - named < namedAgainAfter) return
    named = clock()
    log(`Der Datenbank fehlt Platz auf der Festplatte (${reason}). Neues wird abgelehnt, bis wieder Platz frei ist.`)
  }
}

/** The database or Supabase did not answer. */
export class BackendAway extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'BackendAway'
  }
}

export type Ask = (request: Request) => Promise<Response>

/** Longer than any query of a page takes, shorter than a visitor's patience. */
const answerWithin = 10_000
/** During an outage one request per interval is tried; all others fail immediately. */
const tryAgainAfter = 1_000

const isAwayStatus = (status: number) => status === 502 || status === 503 || status === 504

/** Status, code and message of a PostgREST error, for the log. */
export async function reasonOf(response: Response): Promise<string> {
  const text = await response.clone().text()
  try {
    const { code, message } = JSON.parse(text) as { code?: string; message?: string }
    return [response.status, code, message].filter(Boolean).join(' ')
  } catch {
    return String(response.status)
  }
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}

/**
 * Passes the request on and fails with BackendAway when no answer arrives in time, or one that reports the backend as
 * unavailable.
 */
async function reached(reach: Ask, request: Request, timeout: number): Promise<Response> {
  const late = Promise.withResolvers<never>()
  const aborting = new AbortController()
  const timer = setTimeout(() => {
    aborting.abort()
    late.reject(new BackendAway(`keine Antwort in ${timeout / 1000} s`))
  }, timeout)
  try {
    const response = await Promise.race([reach(new Request(request, { signal: aborting.signal })), late.promise])
    if (isAwayStatus(response.status)) throw new BackendAway(await reasonOf(response))
    return response
  } catch (error) {
    throw error instanceof BackendAway ? error : new BackendAway(causeOf(error))
  } finally {
    clearTimeout(timer)
  }
}

/** Problems of the requests of one tracked task. */
export type Trouble = {
  /** Why the backend was unavailable. */
  away?: string
  /** The backend answered with an error. */
  failure?: string
}

export type BackendWatch = {
  /** Asks the backend. Throws BackendAway. */
  ask: Ask
  /** The same for the app: returns an error response instead of throwing. */
  askForApp: Ask
  /** Runs a task and reports the problems of its requests. */
  follow<T>(task: () => Promise<T>): Promise<{ result: T; trouble: Trouble }>
  /** Reports an outage or a full disk seen by another request. */
  noteOutage(reason: string): void
}

/** Not a status on which the REST client retries: a render must not wait for seconds. */
const awayAnswer = (reason: string) => Response.json({ code: 'HOT_AWAY', message: reason }, { status: 504 })

type WatchOptions = { log: (line: string) => void; clock?: () => number; timeout?: number }

/**
 * Watches the server's own requests to its backend. An outage costs one log line when it starts and one when it ends. A
 * full disk only affects writes, not reads.
 */
export function watchBackend(reach: Ask, options: WatchOptions): BackendWatch {
  const { log, clock = Date.now, timeout = answerWithin } = options
  const followed = new AsyncLocalStorage<Trouble>()
  let awaySince: number | undefined
  let lastTried = 0
  const noteDiskFull = diskFullNotice(log, clock)

  function noteOutage(reason: string): void {
    if (isDiskFull(reason)) {
      noteDiskFull(reason)
      return
    }
    if (awaySince !== undefined) return
    awaySince = clock()
    log(`Die Datenbank ist nicht erreichbar (${reason}). Besucher sehen eine Fehlerseite, bis sie wieder da ist.`)
  }

  function noteBack(): void {
    if (awaySince === undefined) return
    log(`Die Datenbank ist nach ${Math.round((clock() - awaySince) / 1000)} s wieder erreichbar.`)
    awaySince = undefined
  }

  async function attempt(request: Request): Promise<Response> {
    if (awaySince !== undefined && clock() - lastTried < tryAgainAfter) throw new BackendAway('noch nicht wieder da')
    lastTried = clock()
    const response = await reached(reach, request, timeout)
    noteBack()
    return response
  }

  async function ask(request: Request): Promise<Response> {
    const trouble = followed.getStore()
    try {
      const response = await attempt(request)
      if (trouble && response.status >= 500)
        trouble.failure = `${new URL(request.url).pathname}: ${await reasonOf(response)}`
      return response
    } catch (error) {
      const away = error instanceof BackendAway ? error : new BackendAway(causeOf(error))
      noteOutage(away.message)
      if (trouble) trouble.away = away.message
      throw away
    }
  }

  return {
    ask,
    askForApp: (request) => ask(request).catch((error: BackendAway) => awayAnswer(error.message)),
    async follow(task) {
      const trouble: Trouble = {}
      return { result: await followed.run(trouble, task), trouble }
    },
    noteOutage,
  }
}

type PublicRpcOptions = { ask: Ask; backendUrl: string; publishableKey: string }

/** Calls a function as a guest and checks the answer against the schema of its contract. */
export type PublicRpc = <Name extends RpcName>(
  name: Name,
  schema: ZodType<RpcAnswer<Name>>,
  args?: Partial<RpcArguments<Name>>,
) => Promise<RpcAnswer<Name>>

/** Feeds and sitemap read public data over the same REST API as the app. Throws BackendAway, or Error. */
export function publicRpc({ ask, backendUrl, publishableKey }: PublicRpcOptions): PublicRpc {
  return async (name, schema, args = {}) => {
    const url = new URL(`${backendUrl}/rest/v1/rpc/${name}`)
    for (const [key, value] of Object.entries(args)) url.searchParams.set(key, String(value))
    const response = await ask(new Request(url, { headers: { apikey: publishableKey, accept: 'application/json' } }))
    if (!response.ok) throw new Error(`${name}: ${response.status} ${(await response.text()).slice(0, 200)}`)
    return schema.parse(await response.json())
  }
}
