import { randomBytes, randomUUID } from 'node:crypto'
import type { Session } from '../../database/engine.ts'
import { bearerOf, isToken } from '../../keys/keys.ts'
import { type AuthCall, type AuthContext, type AuthHandler, inAuth, UUID } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { hasVerifiedFactor, type UserJson, type UserRow, userJson } from '../users/user-row.ts'
import { isBanned, userById } from '../users/users.ts'
import { rememberNetwork } from './known-networks.ts'

/** As hard to guess as a UUID; stored in plain text because rows are looked up by it (as in GoTrue). */
const newRefreshToken = () => randomBytes(18).toString('base64url')

/** A new token of a session. `parent` is the one it replaces; without it a new family begins. */
async function addRefreshToken(session: Session, userId: string, sessionId: string, parent?: string): Promise<string> {
  const token = newRefreshToken()
  await session.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, session_id, revoked, parent, created_at, updated_at)
       values ('00000000-0000-0000-0000-000000000000', $1, $2, $3, false, $4, now(), now())`,
    [token, userId, sessionId, parent ?? null],
  )
  return token
}

/** The next token of a family; the old one is stored as revoked, so that its reuse is noticed. */
export async function swapRefreshToken(
  session: Session,
  userId: string,
  old: { id: string; token: string; session_id: string },
): Promise<string> {
  await session.query('update auth.refresh_tokens set revoked = true, updated_at = now() where id = $1', [old.id])
  return addRefreshToken(session, userId, old.session_id, old.token)
}

/**
 * Starts a new token family for a session and invalidates all earlier tokens: after a second factor, a token stolen
 * before must not give aal2 (GoTrue increases its counter by two for the same reason).
 */
export async function renewRefreshToken(session: Session, userId: string, sessionId: string): Promise<string> {
  await session.query('delete from auth.refresh_tokens where session_id = $1', [sessionId])
  return addRefreshToken(session, userId, sessionId)
}

/** GOTRUE_JWT_EXP, seconds. */
const ACCESS_TOKEN_SECONDS = 3600

type Aal = 'aal1' | 'aal2'
export type SessionRow = { id: string; user_id: string; aal: Aal; created_at: string; not_after: string | null }

export type TokenResponse = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: UserJson
}

type Amr = { method: string; timestamp: number }

/** How and when the owner of a session has proven who they are, the latest first. */
export async function amrOf(session: Session, sessionId: string): Promise<Amr[]> {
  const { rows } = await session.query(
    `select authentication_method as method, extract(epoch from updated_at)::bigint as timestamp
       from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  )
  return rows.map((row) => ({ method: String(row.method), timestamp: Number(row.timestamp) }))
}

/** The claims GoTrue puts into an access token (internal/api/token.go, AccessTokenClaims). */
async function accessToken(context: AuthContext, session: Session, user: UserRow, row: { id: string; aal: Aal }) {
  const issued = Math.floor(context.now().getTime() / 1000)
  const expires = issued + ACCESS_TOKEN_SECONDS
  const token = await context.keys.sign({
    iss: `${context.siteUrl}/auth/v1`,
    sub: user.id,
    aud: user.aud,
    exp: expires,
    iat: issued,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role,
    aal: row.aal,
    amr: await amrOf(session, row.id),
    session_id: row.id,
    is_anonymous: user.is_anonymous,
  })
  return { token, expires }
}

export async function tokenResponse(
  context: AuthContext,
  session: Session,
  user: UserRow,
  row: { id: string; aal: Aal },
  refreshToken: string,
): Promise<TokenResponse> {
  const { token, expires } = await accessToken(context, session, user, row)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expires,
    refresh_token: refreshToken,
    user: userJson(user),
  }
}

/** Records the authentication method of a session; repeating a method updates its time. */
export async function addAmr(session: Session, sessionId: string, method: string): Promise<void> {
  await session.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method) values ($1, $2, now(), now(), $3)
       on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [randomUUID(), sessionId, method],
  )
}

/** Opens a session for a user who has proven who they are by `method` (GoTrue's amr: password, otp, recovery, …). */
export async function issueSession(
  context: AuthContext,
  session: Session,
  call: AuthCall,
  userId: string,
  method: string,
): Promise<TokenResponse> {
  const id = randomUUID()
  await session.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip) values ($1, $2, now(), now(), 'aal1', $3, $4)`,
    [id, userId, call.request.headers.get('user-agent')?.slice(0, 500) ?? null, call.address],
  )
  await addAmr(session, id, method)
  const refreshToken = await addRefreshToken(session, userId, id)
  await session.query('update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1', [userId])
  const user = await userById(session, userId)
  if (!user || user.deleted_at) throw new AuthError(403, 'user_not_found', 'User not found')
  // All sign-in methods end here; the rollback ensures that a banned account never gets a session.
  if (isBanned(user, context.now())) throw new AuthError(403, 'user_banned', 'User is banned')
  await rememberNetwork(session, userId, call.address)
  return tokenResponse(context, session, user, { id, aal: 'aal1' }, refreshToken)
}

const badJwt = (message: string, status = 403) => new AuthError(status, 'bad_jwt', message)

/** Claimed user and session of a request, and its time. */
export type CallerClaims = { userId: string; sessionId: string; at: Date }

/** Subject and session of the access token in `Authorization` (internal/api/auth.go, requireAuthentication). */
export async function claimsOf(context: AuthContext, call: AuthCall): Promise<CallerClaims> {
  const token = bearerOf(call.request)
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  if (!isToken(token)) throw badJwt('invalid claim: missing sub claim')
  const verified = await context.keys.verify(token)
  if (!verified.ok) throw badJwt(`invalid JWT: unable to parse or verify signature, ${verified.message}`)
  const { sub, session_id } = verified.claims
  if (!sub) throw badJwt('invalid claim: missing sub claim')
  if (!UUID.test(sub)) throw badJwt('invalid claim: sub claim must be a UUID', 400)
  if (typeof session_id !== 'string' || !UUID.test(session_id))
    throw badJwt('invalid claim: session_id claim must be a UUID')
  return { userId: sub, sessionId: session_id, at: context.now() }
}

/**
 * User and session as they are now: a signed-out, banned or deleted account is rejected even if its token has not
 * expired.
 */
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

const deleteOthers = (session: Session, userId: string, sessionId: string) =>
  session.query('delete from auth.sessions where user_id = $1 and id <> $2', [userId, sessionId])

/**
 * `POST /logout?scope=global|local|others` (internal/api/logout.go). Without a scope: everywhere. Stricter than GoTrue: a
 * session without the account's second factor ends nothing but itself, so that a stolen password cannot sign its owner out.
 */
export const logout: AuthHandler = async (context, call) => {
  const scope = call.url.searchParams.get('scope') ?? 'global'
  if (!['global', 'local', 'others'].includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`)
  const claims = await claimsOf(context, call)
  const isProven = await inAuth(context, async (session) => {
    const { user, held } = await signedIn(session, claims)
    const proven = held.aal === 'aal2' || !hasVerifiedFactor(user)
    // Refresh tokens are deleted with their session.
    if (scope !== 'others') await session.query('delete from auth.sessions where id = $1', [held.id])
    if (scope !== 'local' && proven) await deleteOthers(session, user.id, held.id)
    return proven
  })
  if (scope !== 'local' && !isProven)
    throw new AuthError(401, 'insufficient_aal', 'AAL2 session is required to end other sessions when MFA is enabled.')
  return new Response(null, { status: 204 })
}
