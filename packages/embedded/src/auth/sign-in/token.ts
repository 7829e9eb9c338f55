import type { Session } from '../../database/engine.ts'
import { networkOf } from '../../wire/networks.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, text } from '../auth-context.ts'
import { AuthError, invalid, tooMany } from '../auth-error.ts'
import { guessed } from '../limits.ts'
import { passwordMatches } from '../passwords/passwords.ts'
import { isKnownNetwork, rememberNetwork } from '../sessions/known-networks.ts'
import {
  issueSession,
  type SessionRow,
  swapRefreshToken,
  type TokenResponse,
  tokenResponse,
} from '../sessions/sessions.ts'
import { isBanned, isEmail, userByEmail, userById, validEmail } from '../users/users.ts'

const wrong = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')

/** Whose password it is to be, and the bucket that a wrong one is counted in. */
async function triedAccount(context: AuthContext, email: string, address: string) {
  return inAuth(context, async (session) => {
    const user = await userByEmail(session, email)
    const known = user !== undefined && (await isKnownNetwork(session, user.id, address))
    // By account, so that many networks do not help guessing; whoever was here before is not locked out by strangers.
    return { user, bucket: known ? `${user.id} ${networkOf(address).network}` : email }
  })
}

/**
 * `POST /token?grant_type=password` (internal/api/token.go, ResourceOwnerPasswordGrant). An unknown account is answered
 * and counted as a known one, and its password is compared as well.
 */
export const passwordGrant: AuthHandler = async (context, call) => {
  const given = text(call.body, 'email')
  const password = text(call.body, 'password')
  if (given.trim() === '') throw invalid('missing email or phone')
  const wait = call.apiRole === 'service_role' ? 0 : await context.limits.signIns.take(call.address)
  if (wait > 0) throw tooMany(wait)
  // No account has an address that is none.
  if (!isEmail(given)) throw wrong()
  const { user, bucket } = await triedAccount(context, validEmail(given), call.address)
  const check = () => passwordMatches(password, user?.encrypted_password)
  const right = await guessed(context.limits.wrongPasswords, bucket, check, Boolean)
  if (!user || !right) throw wrong()
  if (isBanned(user, context.now())) throw new AuthError(400, 'user_banned', 'User is banned')
  if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  return Response.json(await inAuth(context, (session) => issueSession(context, session, call, user.id, 'password')))
}

/** GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL, seconds: two tabs may refresh at the same moment. */
const REUSE_SECONDS = 10

type TokenRow = { id: string; token: string; session_id: string; revoked: boolean; parent: string | null; age: number }

const notFound = () => new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')

async function tokenRow(session: Session, token: string): Promise<TokenRow | undefined> {
  const { rows } = await session.query(
    `select id, token, session_id, revoked, parent, extract(epoch from now() - updated_at)::float8 as age
       from auth.refresh_tokens where token = $1`,
    [token],
  )
  return rows[0] as TokenRow | undefined
}

/** Locks the session, so that of two concurrent refreshes the second sees the first one's result. */
async function lockedSession(session: Session, id: string): Promise<SessionRow | undefined> {
  const { rows } = await session.query(
    'select id, user_id, aal, created_at, not_after from auth.sessions where id = $1 for update',
    [id],
  )
  return rows[0] as SessionRow | undefined
}

async function activeToken(session: Session, sessionId: string): Promise<TokenRow | undefined> {
  const { rows } = await session.query(
    'select id, token, session_id, revoked, parent from auth.refresh_tokens where session_id = $1 and revoked = false order by id desc limit 1',
    [sessionId],
  )
  return rows[0] as TokenRow | undefined
}

/**
 * Reuse of a revoked token. If its direct successor is still unused (the response was lost), that one is returned
 * again. Otherwise someone else has the newer token, and the whole session ends (internal/api/token_refresh.go).
 */
async function reused(session: Session, token: TokenRow): Promise<string | 'abuse'> {
  const active = await activeToken(session, token.session_id)
  if (active && (active.parent === token.token || token.age <= REUSE_SECONDS)) return active.token
  // GoTrue revokes the tokens only, and the thief's access token lives on for an hour.
  await session.query('delete from auth.sessions where id = $1', [token.session_id])
  return 'abuse'
}

async function refresh(
  context: AuthContext,
  session: Session,
  call: AuthCall,
  given: string,
): Promise<TokenResponse | 'abuse'> {
  const found = await tokenRow(session, given)
  const held = found && (await lockedSession(session, found.session_id))
  const token = held && (await tokenRow(session, given))
  if (!held || !token) throw notFound()
  const user = await userById(session, held.user_id)
  if (!user || user.deleted_at) throw notFound()
  if (isBanned(user, context.now())) throw new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  if (held.not_after && new Date(held.not_after) < context.now())
    throw new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
  const next = token.revoked ? await reused(session, token) : await swapRefreshToken(session, user.id, token)
  if (next === 'abuse') return next
  await session.query(
    `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = $2, ip = $3 where id = $1`,
    [held.id, call.request.headers.get('user-agent')?.slice(0, 500) ?? null, call.address],
  )
  await rememberNetwork(session, user.id, call.address)
  return tokenResponse(context, session, user, held, next)
}

/** `POST /token?grant_type=refresh_token`. */
export const refreshGrant: AuthHandler = async (context, call) => {
  const given = text(call.body, 'refresh_token')
  if (given === '') throw invalid('Refresh Token is not valid')
  // Abuse is reported after the transaction: the end of the session must be committed, not rolled back by the error.
  const answer = await inAuth(context, (session) => refresh(context, session, call, given))
  if (answer === 'abuse') throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  return Response.json(answer)
}
