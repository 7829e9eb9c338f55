import type { Claims } from '../database/transaction.ts'
import type { Keys } from '../keys/keys.ts'
import { tokenOf } from '../keys/keys.ts'
import { ORDINARY, type RequestClass } from '../queue/request-class.ts'
import { answerForLater } from '../rest/answers.ts'
import type { DatabaseUse, Lite } from '../rest/lite.ts'
import { refuseByAddress } from '../storage/requests.ts'
import { BODY_OPTIONS, type BodyOptions, bodyReader } from '../wire/bodies.ts'
import { refuseAddress, refuseBody } from '../wire/inherited-names.ts'
import { networkTurns, type TurnLimits } from '../wire/network-turns.ts'

/** Bytes of a body by who sends it and for what. */
export type BodyLimits = {
  guest: number
  member: number
  /** With the secret key. */
  operator: number
  auth: number
  /** Files of members and of signed links. */
  upload: number
  /** Paths of a member's requests that may be larger, such as imports: `/rest/v1/rpc/NAME` → bytes. */
  paths: Readonly<Record<string, number>>
}

/** PostgREST and GoTrue sit behind Kong's limits; ours: above any form of an app, far below what memory bears. */
export const BODY_LIMITS: BodyLimits = {
  guest: 64 * 1024,
  member: 256 * 1024,
  operator: 2 * 1024 * 1024,
  auth: 64 * 1024,
  upload: 10 * 1024 * 1024,
  paths: {},
}

/** What the transport knows about a caller. Never taken from headers the caller sends. */
export type CallerInfo = {
  remoteAddress: string
  /** The process asks itself, to render a page for example: no visitor's limit counts it. */
  inProcess?: boolean
}

/** Who sends a request for REST or storage. `sub`: the member, if somebody is signed in. */
export type GuardedCaller = { role: string; sub: string | undefined; address: string; inProcess: boolean }
/** Asked before the body of a request is read; answers the refusal, if there is one. */
export type Admit = (request: Request, caller: GuardedCaller) => Response | undefined
/** Asked before a request goes on, with its body; answers the refusal, if there is one. */
export type Guard = (request: Request, caller: GuardedCaller) => Promise<Response | undefined>
/** How urgent a request to REST is; undefined: as most are. Asked before its body is read. */
export type Classify = (request: Request, caller: GuardedCaller) => RequestClass | undefined
/** Told after a request what it took of the database. */
export type Spent = (caller: GuardedCaller, used: DatabaseUse) => void
type AuthHandler = (request: Request, info: CallerInfo, apiRole: Role) => Promise<Response>

type Role = 'anon' | 'service_role'

/** Who calls `fetch` without saying from where is this process. */
const OURSELVES: CallerInfo = { remoteAddress: '127.0.0.1', inProcess: true }

/** An answer that is not the same for everybody stays out of every cache on its way, unless it says how to cache it. */
function personal(response: Response): Response {
  if (response.headers.has('cache-control')) return response
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

const METHODS = 'GET,HEAD,POST,PATCH,PUT,DELETE,OPTIONS'
/** What a page of another origin may read; auth-js finds the code of an error only if it can read the API's version. */
const EXPOSED =
  'Date,Content-Range,Content-Location,Preference-Applied,Retry-After,X-Total-Count,Link,X-Supabase-Api-Version'

function withCors(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', EXPOSED)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

const preflight = (request: Request) =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '86400',
    },
  })

const refuse = (status: number, body: Record<string, unknown>) => Response.json(body, { status })

const apiKeyOf = (request: Request, url: URL) =>
  request.headers.get('apikey') ?? url.searchParams.get('apikey') ?? undefined

/**
 * A link in a mail, a redirect, a public key or a public picture carries no API key (Supabase's Kong leaves the same
 * routes open).
 */
const KEYLESS =
  /^\/(auth\/v1\/(verify|callback|authorize|\.well-known\/jwks\.json)|storage\/v1\/(object|render\/image)\/(public|sign|upload\/sign)\/.+)$/

const NO_KEY = { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' }
const WRONG_KEY = { message: 'Invalid API key', hint: 'Double check your Supabase `apikey`' }

const prefixOf = (pathname: string) => {
  const prefix = /^\/(rest|auth|storage)\/v1(?=\/|$)/.exec(pathname)?.[1]
  return prefix as 'rest' | 'auth' | 'storage' | undefined
}

type Verdict = { claims: Claims } | { refusal: Response }

/** Whose request it is: the key says anon or service_role, a user's token in Authorization says more. */
async function callerOf(request: Request, apiRole: Role, keys: Keys): Promise<Verdict> {
  const token = tokenOf(request)
  if (!token) return { claims: { role: apiRole } }
  const verified = await keys.verify(token)
  if (verified.ok) return { claims: verified.claims }
  // PostgREST, "JWT errors": PGRST301 cannot be decoded, PGRST303 claims are not valid (expired).
  return {
    refusal: refuse(401, { code: verified.code, details: verified.details, hint: null, message: verified.message }),
  }
}

const UPLOAD = /^\/storage\/v1\/object\/(?!list\/|sign\/|move$|copy$)[^/]+\/.+$/

/** Bytes that this caller's body may have. A signed link's token has been verified before. */
function bodyLimit(limits: BodyLimits, pathname: string, role: string): number {
  const isUpload = UPLOAD.test(pathname)
  if (isUpload && (role !== 'anon' || pathname.startsWith('/storage/v1/object/upload/sign/'))) return limits.upload
  if (role === 'service_role') return limits.operator
  if (role === 'anon') return limits.guest
  return limits.paths[pathname] ?? limits.member
}

/**
 * Requests to REST that use the database at once, of those that come from outside. `sessions`: statements that it runs at
 * once. Two are left to the process itself, which renders pages for people; of a database with one session the next
 * request is read while it works.
 */
function turnsOf(sessions: number): TurnLimits {
  const running = Math.max(4, sessions - 2)
  return { running, runningPerNetwork: running / 2, waiting: 4_000, waitingPerNetwork: 1_000 }
}

/**
 * The same for writes that share a way to the database: on one with a single session they take one turn together, so that
 * many may wait for it. Elsewhere each needs a session, as all others do.
 */
const TURNS_TOGETHER: TurnLimits = { running: 32, runningPerNetwork: 16, waiting: 4_000, waitingPerNetwork: 1_000 }

/** Storage takes bytes; everything else that is sent is JSON, whatever it calls itself. */
const isFile = (request: Request) =>
  /^(image|multipart)\/|^application\/octet-stream\b/i.test(request.headers.get('content-type') ?? '')

export type GatewayOptions = {
  keys: Keys
  /** Statements that the database runs at once. */
  sessions: number
  lite: Lite
  auth: AuthHandler
  addressOf: (request: Request, remoteAddress: string) => string
  admit?: Admit | undefined
  guard?: Guard | undefined
  spent?: Spent | undefined
  classify?: Classify | undefined
  /** Called with how long a request has waited for its turn, in ms. */
  onTurn?: ((ms: number) => void) | undefined
  bodyLimits?: Partial<BodyLimits> | undefined
  bodies?: Partial<BodyOptions> | undefined
}

/** Answers the API prefixes and nothing else: lite and the rest of this process stay out of reach. */
export function gateway(options: GatewayOptions) {
  const { keys, lite, auth, addressOf, admit, guard, spent, classify, onTurn } = options
  const limits = { ...BODY_LIMITS, ...options.bodyLimits }
  const turns = networkTurns(turnsOf(options.sessions))
  const together = options.sessions > 1 ? turns : networkTurns(TURNS_TOGETHER)
  const readBody = bodyReader({ ...BODY_OPTIONS, ...options.bodies }, (body, request) => {
    const prefix = prefixOf(new URL(request.url).pathname)
    return prefix === 'storage' && isFile(request) ? undefined : refuseBody(body, prefix === 'rest')
  })

  /** Networks take turns at the database: a flood from several does not stand before what others ask. */
  const inTurn = (address: string, urgency: RequestClass, work: () => Promise<Response>): Promise<Response> => {
    const asked = performance.now()
    const begin = () => {
      onTurn?.(performance.now() - asked)
      return work()
    }
    const queue = urgency.together === undefined ? turns : together
    return queue(address, begin, urgency).catch((error: unknown) => {
      const later = answerForLater(error)
      if (later) return later
      throw error
    })
  }

  /** Key, token and address decide before a byte of the body is read. */
  const forData = async (received: Request, url: URL, role: Role, info: CallerInfo): Promise<Response> => {
    const verdict = await callerOf(received, role, keys)
    if ('refusal' in verdict) return verdict.refusal
    const { claims } = verdict
    const address = addressOf(received, info.remoteAddress)
    const caller = { role: claims.role, sub: claims.sub, address, inProcess: info.inProcess === true }
    const early =
      admit?.(received, caller) ??
      (url.pathname.startsWith('/storage/') ? await refuseByAddress(received, keys.storageSecret) : undefined)
    if (early) return early
    const request = await readBody(received, address, bodyLimit(limits, url.pathname, claims.role))
    if (request instanceof Response) return request
    const takesTurns = url.pathname.startsWith('/rest/') && !caller.inProcess && claims.role !== 'service_role'
    const urgency = (takesTurns && classify?.(received, caller)) || ORDINARY
    const told = { class: urgency, spent: (used: DatabaseUse) => spent?.(caller, used) }
    const work = async () => (await guard?.(request, caller)) ?? (await lite.fetch(request, claims, address, told))
    const answer = takesTurns ? await inTurn(address, urgency, work) : await work()
    return claims.role === 'anon' ? answer : personal(answer)
  }

  const forAuth = async (received: Request, role: Role, info: CallerInfo): Promise<Response> => {
    const request = await readBody(received, addressOf(received, info.remoteAddress), limits.auth)
    return request instanceof Response ? request : personal(await auth(request, info, role))
  }

  const answer = async (received: Request, info: CallerInfo): Promise<Response> => {
    const url = new URL(received.url)
    const prefix = prefixOf(url.pathname)
    if (!prefix) return refuse(404, { message: 'Not Found' })
    const unreadable = refuseAddress(url, prefix !== 'auth')
    if (unreadable) return unreadable
    if (received.method === 'OPTIONS') return preflight(received)
    const key = apiKeyOf(received, url)
    // Secrets may have been revoked; what a guest may do depends on none.
    if (key !== keys.publishableKey) await keys.refresh()
    const role = key === undefined ? undefined : keys.roleOf(key)
    const open = KEYLESS.test(url.pathname)
    if (!role && !open) return refuse(401, key === undefined ? NO_KEY : WRONG_KEY)
    return prefix === 'auth' ? forAuth(received, role ?? 'anon', info) : forData(received, url, role ?? 'anon', info)
  }
  return async (request: Request, info: CallerInfo = OURSELVES) => withCors(await answer(request, info))
}
