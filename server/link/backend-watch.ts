import { AsyncLocalStorage } from 'node:async_hooks'
import { type RpcAnswer, type RpcArguments, type RpcName, rpcs } from '@hot/domain/contract/rpcs'
import { inTime } from '@hot/embedded/in-time'
import type { Log } from '@hot/embedded/log'
import type { ZodType } from 'zod'

/** SQLSTATE 53100 is PostgreSQL's "disk full": it then refuses writes but still serves reads. */
const isDiskFull = (reason: string): boolean => /\b53100\b|ENOSPC|No space left/.test(reason)

/**
 * Minimum time in ms between two log lines about a full disk. Small writes may still succeed, so no response reliably
 * signals recovery.
 */
const namedAgainAfter = 600_000

/** Logs a full disk on the first refused write, and then every ten minutes while writes keep failing. */
function diskFullNotice(log: Log, clock: () => number): (reason: string) => void {
  let named = Number.NEGATIVE_INFINITY
  return (reason) => {
    if (clock() - named < namedAgainAfter) return
    named = clock()
    log(
      `Der Datenbank fehlt Platz auf der Festplatte (${reason}). Neues wird abgelehnt, bis wieder Platz frei ist.`,
      'error',
    )
  }
}

/** The backend works but had no time for this request; a later one may succeed. */
export class BackendBusy extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'BackendBusy'
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

/** In ms: longer than any query of a page takes. A visitor would not wait much longer. */
const answerWithin = 10_000
/** In ms. During an outage one request per interval is sent; all others fail immediately. */
const tryAgainAfter = 1_000

const isAwayStatus = (status: number) => status === 502 || status === 503 || status === 504

type ErrorBody = { code?: string | number; message?: string; statusCode?: string }

async function errorBody(response: Response): Promise<ErrorBody | undefined> {
  try {
    return (await response.clone().json()) as ErrorBody
  } catch {
    return undefined // not JSON: a proxy's own page
  }
}

/** Status, code and message of a PostgREST error, for the log. */
export async function answeredReason(response: Response): Promise<string> {
  const { code, message } = (await errorBody(response)) ?? {}
  return [response.status, code, message].filter(Boolean).join(' ')
}

/** No connection (PGRST000 to PGRST002), or no space left on the disk. */
const outageCodes = new Set(['PGRST000', 'PGRST001', 'PGRST002', '53100'])

/**
 * Whether a response means that the backend is unavailable to everybody: by its code, or because a proxy answers in place
 * of the backend, without any. Every other code, such as that of a slow sign-in, and what storage says of a file
 * (`statusCode`) concern one request: if they counted, a guest could close the site to all others.
 */
export async function isOutage(response: Response): Promise<boolean> {
  if (!isAwayStatus(response.status)) return false
  const body = (await errorBody(response)) ?? {}
  return body.code === undefined ? body.statusCode === undefined : outageCodes.has(String(body.code))
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}

/** Sends the request. Throws BackendAway when there is no answer in time, or one that reports an outage. */
async function sendWithin(send: Ask, request: Request, timeout: number): Promise<Response> {
  const aborting = new AbortController()
  const late = () => {
    aborting.abort()
    return new BackendAway(`keine Antwort in ${timeout / 1000} s`)
  }
  try {
    const response = await inTime(send(new Request(request, { signal: aborting.signal })), timeout, late)
    if (await isOutage(response)) throw new BackendAway(await answeredReason(response))
    return response
  } catch (error) {
    throw error instanceof BackendAway ? error : new BackendAway(causeOf(error))
  }
}

/** Problems of the requests of one tracked task. */
export type RequestProblems = {
  /** Why the backend was unavailable. */
  away?: string
  /** Why the backend had no time for one of the requests, although it works. */
  busy?: string
  /** The backend answered with an error. */
  failure?: string
}

export type BackendWatch = {
  /** Sends a request to the backend. Throws BackendAway. */
  ask: Ask
  /** The same for the app: returns an error response instead of throwing. */
  askForApp: Ask
  /** Runs a task and reports the problems of its requests. */
  follow<T>(task: () => Promise<T>): Promise<{ result: T; problems: RequestProblems }>
  /**
   * Reports that the answer to somebody's request spoke of an outage or a full disk. An outage is believed once the
   * server's own probe finds it too: what callers are answered never closes the site to others.
   */
  reportOutage(reason: string): void
}

/** 504 is a status on which the REST client does not retry: rendering must not wait for seconds. */
const awayAnswer = (reason: string) => Response.json({ code: 'HOT_AWAY', message: reason }, { status: 504 })

/** Files may lie in a bucket elsewhere: one that is silent says nothing of the database. */
const isOfFiles = ({ url }: Request) => new URL(url).pathname.startsWith('/storage/v1/')

type WatchOptions = {
  log: Log
  /** The server's own look at the database; fails when that is away. Without one no caller's answer is believed. */
  probe?: () => Promise<unknown>
  clock?: () => number
  timeout?: number
}

/**
 * Watches the server's own requests to its backend. An outage is logged once when it starts and once when it ends. A
 * full disk is not an outage, since it only affects writes.
 */
export function watchBackend(send: Ask, options: WatchOptions): BackendWatch {
  const { log, probe = () => Promise.resolve(), clock = Date.now, timeout = answerWithin } = options
  const followed = new AsyncLocalStorage<RequestProblems>()
  let awaySince: number | undefined
  let lastTried = 0
  let isProbing = false
  const reportDiskFull = diskFullNotice(log, clock)

  function noteOutage(reason: string): void {
    if (isDiskFull(reason)) {
      reportDiskFull(reason)
      return
    }
    if (awaySince !== undefined) return
    awaySince = clock()
    log(
      `Die Datenbank ist nicht erreichbar (${reason}). Besucher sehen eine Fehlerseite, bis sie wieder da ist.`,
      'error',
    )
  }

  function reportOutage(reason: string): void {
    if (isDiskFull(reason)) {
      reportDiskFull(reason)
      return
    }
    if (awaySince !== undefined || isProbing) return
    isProbing = true
    probe()
      .catch(() => noteOutage(reason))
      .finally(() => {
        isProbing = false
      })
  }

  function reportRecovery(): void {
    if (awaySince === undefined) return
    log(`Die Datenbank ist nach ${Math.round((clock() - awaySince) / 1000)} s wieder erreichbar.`)
    awaySince = undefined
  }

  async function attempt(request: Request): Promise<Response> {
    if (awaySince !== undefined && clock() - lastTried < tryAgainAfter) throw new BackendAway('noch nicht wieder da')
    lastTried = clock()
    const response = await sendWithin(send, request, timeout)
    reportRecovery()
    return response
  }

  async function ask(request: Request): Promise<Response> {
    const problems = followed.getStore()
    try {
      const response = await attempt(request)
      if (problems && response.status >= 500) {
        const reason = `${new URL(request.url).pathname}: ${await answeredReason(response)}`
        problems[isAwayStatus(response.status) ? 'busy' : 'failure'] = reason
      }
      return response
    } catch (error) {
      const away = error instanceof BackendAway ? error : new BackendAway(causeOf(error))
      if (!isOfFiles(request)) noteOutage(away.message)
      if (problems) problems.away = away.message
      throw away
    }
  }

  return {
    ask,
    askForApp: async (request) => {
      try {
        const response = await ask(request)
        return isAwayStatus(response.status) ? awayAnswer(await answeredReason(response)) : response
      } catch (error) {
        return awayAnswer(causeOf(error))
      }
    },
    async follow(task) {
      const problems: RequestProblems = {}
      return { result: await followed.run(problems, task), problems }
    },
    reportOutage,
  }
}

type PublicRpcOptions = { ask: Ask; backendUrl: string; publishableKey: string }

/** Calls an RPC as a guest and parses the answer with the schema of its contract. */
export type PublicRpc = <Name extends RpcName>(
  name: Name,
  schema: ZodType<RpcAnswer<Name>>,
  args?: Partial<RpcArguments<Name>>,
) => Promise<RpcAnswer<Name>>

/**
 * Reads public data for feeds, sitemap and pictures over the same REST API as the app. Throws BackendAway, or another
 * error for a refused call or an answer that does not match the schema.
 */
export function publicRpc({ ask, backendUrl, publishableKey }: PublicRpcOptions): PublicRpc {
  return async (name, schema, args = {}) => {
    const url = new URL(`${backendUrl}/rest/v1/rpc/${name}`)
    const headers = { apikey: publishableKey, accept: 'application/json', 'content-type': 'application/json' }
    if (!rpcs[name].writes) for (const [key, value] of Object.entries(args)) url.searchParams.set(key, String(value))
    const sent = rpcs[name].writes ? { method: 'POST', body: JSON.stringify(args) } : {}
    const response = await ask(new Request(url, { headers, ...sent }))
    if (!response.ok) throw new Error(`${name}: ${response.status} ${(await response.text()).slice(0, 200)}`)
    return schema.parse(await response.json())
  }
}
