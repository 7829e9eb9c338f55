import { randomUUID } from 'node:crypto'
import type { Session } from '../../database/engine.ts'
import { AuthError } from '../auth-error.ts'
import type { Challenge } from '../challenge.ts'

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
