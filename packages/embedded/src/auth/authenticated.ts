import type { Session } from '../database/engine.ts'
import type { AuthCall, AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import type { SessionRow } from './sign-in/session-issue.ts'
import type { UserRow } from './users/user-row.ts'
import { isBanned, userById } from './users/users.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const badJwt = (message: string, status = 403) => new AuthError(status, 'bad_jwt', message)

/** Who a request says it is from, and when it came. */
export type CallerClaims = { userId: string; sessionId: string; at: Date }

/** Subject and session of the access token in `Authorization` (internal/api/auth.go, requireAuthentication). */
export async function claimsOf(context: AuthContext, call: AuthCall): Promise<CallerClaims> {
  const token = /^Bearer\s+(\S+)$/i.exec(call.request.headers.get('authorization') ?? '')?.[1]
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  if (token.startsWith('sb_')) throw badJwt('invalid claim: missing sub claim')
  const verified = await context.keys.verify(token)
  if (!verified.ok) throw badJwt(`invalid JWT: unable to parse or verify signature, ${verified.message}`)
  const { sub, session_id } = verified.claims
  if (!sub) throw badJwt('invalid claim: missing sub claim')
  if (!UUID.test(sub)) throw badJwt('invalid claim: sub claim must be a UUID', 400)
  if (typeof session_id !== 'string' || !UUID.test(session_id))
    throw badJwt('invalid claim: session_id claim must be a UUID')
  return { userId: sub, sessionId: session_id, at: context.now() }
}

/** User and session as they are now: a signed-out, banned or deleted account is refused though its token has not expired. */
export async function signedIn(session: Session, claims: CallerClaims): Promise<{ user: UserRow; held: SessionRow }> {
  const user = await userById(session, claims.userId)
  if (!user || user.deleted_at) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (isBanned(user, claims.at)) throw new AuthError(403, 'user_banned', 'User is banned')
  const { rows } = await session.query(
    'select id, user_id, aal, created_at, not_after from auth.sessions where id = $1 and user_id = $2',
    [claims.sessionId, claims.userId],
  )
  const held = rows[0] as SessionRow | undefined
  if (!held) throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  return { user, held }
}
