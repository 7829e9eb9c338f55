import { type AuthHandler, inAuth, text } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { proves } from '../challenge.ts'
import { linkPending } from '../oauth/pending-link.ts'
import { issueSession } from '../sessions/sessions.ts'

/** GOTRUE_EXTERNAL_FLOW_STATE_EXPIRY_DURATION, seconds. */
const EXPIRY_SECONDS = 300

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
