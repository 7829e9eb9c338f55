import type { Engine } from '../database/engine.ts'
import { type Claims, transaction } from '../database/transaction.ts'
import type { Keys } from '../keys/keys.ts'
import { isToken } from '../keys/keys.ts'
import type { Role } from './publication.ts'

/** As whom a channel reads. */
export type Caller = {
  role: Role
  /** The claims as PostgREST hands them to SQL; callers with the same text see the same rows. */
  claims: string
  sub: string
  /** The session of GoTrue that the token belongs to. */
  sessionId?: string
  /** Seconds since 1970 at which the token expires; without one it is an API key's caller. */
  expires?: number
}

/** Code and text as supabase/realtime answers them (realtime_channel.ex, join/3). */
export type TokenRefusal = { refusal: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const keyCaller = (role: 'anon' | 'service_role'): Caller => ({
  role,
  claims: JSON.stringify({ role }),
  sub: '',
})

const seconds = () => Math.floor(Date.now() / 1000)

export const expiredFor = (expires: number) => `Token has expired ${Math.max(0, seconds() - expires)} seconds ago`

export const isExpired = ({ expires }: Caller) => expires !== undefined && expires <= seconds()

/** `exp` of a token that was refused only for its age; unverified, used for a text only. */
function expiryOf(token: string): number {
  try {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp?: unknown }
    return Number(payload.exp) || 0
  } catch {
    return 0
  }
}

function refusalOf(token: string, message: string): TokenRefusal {
  if (message === 'JWT expired') return { refusal: `InvalidJWTToken: ${expiredFor(expiryOf(token))}` }
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return { refusal: 'MalformedJWT: The token provided is not a valid JWT' }
  if (message.startsWith('No suitable key')) return { refusal: 'JwtSignatureError: Failed to validate JWT signature' }
  return { refusal: 'InvalidJWTToken: Fields `role` and `exp` are required in JWT' }
}

const callerOf = (claims: Claims): Caller => {
  const { role, sub, exp, session_id } = claims
  return {
    role: role as Role,
    claims: JSON.stringify(claims),
    sub: sub ?? '',
    ...(typeof exp === 'number' ? { expires: exp } : {}),
    ...(typeof session_id === 'string' && UUID.test(session_id) ? { sessionId: session_id } : {}),
  }
}

/** Sessions that are still held by somebody who may sign in. */
const HELD = `select s.id::text as id from auth.sessions s join auth.users u on u.id = s.user_id
 where s.id = any ($1::uuid[]) and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
   and (s.not_after is null or s.not_after > now())`

export type Callers = {
  /** Who a token is of. An API key (`sb_…`) or none: the socket's own caller. */
  of(token: string | undefined, own: Caller): Promise<Caller | TokenRefusal>
  /** Those of these sessions that have not ended. */
  held(sessions: readonly string[]): Promise<Set<string>>
}

/** Tokens are checked as REST checks them, and their session beside it: it may have ended before the token. */
export function openCallers(engine: Engine, authRole: string, keys: Keys): Callers {
  const held = async (sessions: readonly string[]): Promise<Set<string>> => {
    if (sessions.length === 0) return new Set()
    const { rows } = await transaction(engine, authRole, (session) => session.query(HELD, [sessions]))
    return new Set(rows.map(({ id }) => String(id)))
  }
  return {
    held,
    of: async (token, own) => {
      if (!isToken(token)) return own
      const verified = await keys.verify(token)
      if (!verified.ok) return refusalOf(token, verified.message)
      const caller = callerOf(verified.claims)
      // Clocks may differ by half a minute at REST; a channel ends by the second, as Realtime's do.
      if (isExpired(caller)) return { refusal: `InvalidJWTToken: ${expiredFor(caller.expires ?? 0)}` }
      if (caller.sessionId && !(await held([caller.sessionId])).has(caller.sessionId))
        return { refusal: 'Unauthorized: The session of this token has ended' }
      return caller
    },
  }
}
