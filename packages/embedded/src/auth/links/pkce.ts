import { randomUUID } from 'node:crypto'
import type { Session } from '../../database/engine.ts'
import { type AuthHandler, inAuth, text } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { linkPending } from '../oauth/pending-link.ts'
import { issueSession } from '../sign-in/sessions.ts'
import { type Challenge, proves } from './challenge.ts'

/** GOTRUE_EXTERNAL_FLOW_STATE_EXPIRY_DURATION, seconds. */
const EXPIRY_SECONDS = 300

/** Stores the client's challenge: only that client has the verifier to exchange the link's code for a session. */
export async function saveFlow(
  session: Session,
  userId: string,
  method: string,
  { challenge, method: hash }: Challenge,
): Promise<void> {
  await session.query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'email', $6, now(), now())`,
    [randomUUID(), userId, randomUUID(), hash, challenge, method],
  )
}

/** The code for the redirect, issued once the link is verified. */
export async function issueCode(session: Session, userId: string, method: string): Promise<string> {
  const { rows } = await session.query(
    `update auth.flow_state set auth_code_issued_at = now(), updated_at = now() where id = (
       select id from auth.flow_state where user_id = $1 and authentication_method = $2 order by created_at desc limit 1
     ) returning auth_code`,
    [userId, method],
  )
  const code = rows[0]?.auth_code
  if (typeof code !== 'string')
    throw new AuthError(400, 'flow_state_not_found', 'No associated flow state found. flow state not found')
  return code
}

/** `POST /token?grant_type=pkce` (internal/api/token.go, PKCEGrant). */
export const pkceGrant: AuthHandler = async (context, call) => {
  const code = text(call.body, 'auth_code')
  const verifier = text(call.body, 'code_verifier')
  if (code === '' || verifier === '')
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  const token = await inAuth(context, async (session) => {
    const { rows } = await session.query(
      `select id, user_id, code_challenge, code_challenge_method, authentication_method,
         extract(epoch from now() - auth_code_issued_at)::float8 as age
         from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null for update`,
      [code],
    )
    const flow = rows[0]
    if (!flow) throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    if (Number(flow.age) > EXPIRY_SECONDS)
      throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
    if (!proves(verifier, String(flow.code_challenge), String(flow.code_challenge_method)))
      throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
    await linkPending(context, session, String(flow.id), String(flow.user_id))
    await session.query('delete from auth.flow_state where id = $1', [flow.id])
    return issueSession(context, session, call, String(flow.user_id), String(flow.authentication_method))
  })
  return Response.json(token)
}
