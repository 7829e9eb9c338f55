import { randomUUID } from 'node:crypto'
import type { Session } from '../../database/engine.ts'
import type { AuthCall, AuthContext } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { type UserJson, type UserRow, userJson } from '../users/user-row.ts'
import { isBanned, userById } from '../users/users.ts'
import { addRefreshToken } from './refresh-tokens.ts'

/** GOTRUE_JWT_EXP, seconds. */
export const ACCESS_TOKEN_SECONDS = 3600

export type Aal = 'aal1' | 'aal2'
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

async function amrOf(session: Session, sessionId: string): Promise<Amr[]> {
  const { rows } = await session.query(
    `select authentication_method as method, extract(epoch from updated_at)::bigint as timestamp
       from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  )
  return rows.map((row) => ({ method: String(row.method), timestamp: Number(row.timestamp) }))
}

/** The claims GoTrue puts into an access token (internal/api/token.go, AccessTokenClaims). */
export async function accessToken(
  context: AuthContext,
  session: Session,
  user: UserRow,
  row: { id: string; aal: Aal },
) {
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

/** Records by what means the session was proven; a second proof by the same means renews its time. */
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
  // Every way in ends here; rolled back, so that a banned account gets no session from any of them.
  if (isBanned(user, context.now())) throw new AuthError(403, 'user_banned', 'User is banned')
  return tokenResponse(context, session, user, { id, aal: 'aal1' }, refreshToken)
}
