import type { Claims } from '../database/transaction.ts'
import type { Lite } from '../rest/lite.ts'
import type { Keys } from './keys.ts'

/** PostgREST and GoTrue sit behind Kong's limits; ours: far above any form of the app, far below what memory bears. */
const MAX_BODY_BYTES: Record<'rest' | 'auth' | 'storage', number> = {
  rest: 2 * 1024 * 1024,
  auth: 64 * 1024,
  storage: 10 * 1024 * 1024,
}

/** The request with its body read, or undefined when it is larger than `most` bytes, announced or not. */
async function withinLimit(request: Request, most: number): Promise<Request | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return undefined
  if (!request.body) return request
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return new Request(request.url, { method: request.method, headers: request.headers, body: Buffer.concat(chunks) })
}

/** What the transport knows about a caller. Never taken from headers the caller sends. */
export type CallerInfo = { remoteAddress: string }
/** Asked before a request for REST or storage goes on; answers the refusal, if there is one. */
export type Guard = (request: Request, caller: { role: string; address: string }) => Promise<Response | undefined>
type AuthHandler = (request: Request, info: CallerInfo, apiRole: 'anon' | 'service_role') => Promise<Response>

const METHODS = 'GET,HEAD,POST,PATCH,PUT,DELETE,OPTIONS'
const EXPOSED = 'Content-Range,Content-Location,Preference-Applied,Retry-After,X-Total-Count,Link'

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

const bearerOf = (request: Request) => /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
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
async function callerOf(request: Request, apiRole: 'anon' | 'service_role', keys: Keys): Promise<Verdict> {
  const token = bearerOf(request)
  if (!token || token.startsWith('sb_')) return { claims: { role: apiRole } }
  const verified = await keys.verify(token)
  if (verified.ok) return { claims: verified.claims }
  // PostgREST, "JWT errors": PGRST301 cannot be decoded, PGRST303 claims are not valid (expired).
  return {
    refusal: refuse(401, { code: verified.code, details: verified.details, hint: null, message: verified.message }),
  }
}

/** Answers the API prefixes and nothing else: lite and the rest of this process stay out of reach. */
export function gateway(options: {
  keys: Keys
  lite: Lite
  auth: AuthHandler
  addressOf: (request: Request, remoteAddress: string) => string
  guard?: Guard | undefined
}) {
  const { keys, lite, auth, addressOf, guard } = options
  const answer = async (received: Request, info: CallerInfo): Promise<Response> => {
    const url = new URL(received.url)
    const prefix = prefixOf(url.pathname)
    if (!prefix) return refuse(404, { message: 'Not Found' })
    if (received.method === 'OPTIONS') return preflight(received)
    const key = apiKeyOf(received, url)
    const role = key === undefined ? undefined : keys.roleOf(key)
    const open = KEYLESS.test(url.pathname)
    if (!role && !open) return refuse(401, key === undefined ? NO_KEY : WRONG_KEY)
    const request = await withinLimit(received, MAX_BODY_BYTES[prefix])
    if (!request) return refuse(413, { message: 'Payload too large' })
    if (prefix === 'auth') return auth(request, info, role ?? 'anon')
    const caller = await callerOf(request, role ?? 'anon', keys)
    if ('refusal' in caller) return caller.refusal
    const address = addressOf(received, info.remoteAddress)
    const refusal = await guard?.(request, { role: caller.claims.role, address })
    return refusal ?? lite.fetch(request, caller.claims, address)
  }
  return async (request: Request, info: CallerInfo = { remoteAddress: '127.0.0.1' }) =>
    withCors(await answer(request, info))
}
