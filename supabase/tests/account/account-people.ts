import { randomUUID } from 'node:crypto'
import type { Claims, Harness } from '../support/harness.ts'
import { people } from '../support/people.ts'

export const sessionId = '30000000-0000-4000-8000-000000000001'

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

/** Claims of the session `sessionId`, proven by `method` this many seconds ago. */
export const proven = (method = 'password', seconds = 5): Claims => ({
  session_id: sessionId,
  amr: [{ method, timestamp: secondsAgo(seconds) }],
})

/** A session as GoTrue writes it. */
export async function signedIn(
  t: Harness,
  person: keyof typeof people,
  id = sessionId,
  more: Claims = {},
): Promise<void> {
  const { ip = '203.0.113.77', user_agent = 'Firefox', ended = false } = more
  await t.platform(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, not_after)
     values ($1, $2, now() - interval '1 hour', now(), 'aal1', $3, $4, case when $5 then now() - interval '1 minute' end)`,
    [id, people[person], user_agent, ip, ended],
  )
  await t.platform(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method) values ($1, $2, now(), now(), 'password')`,
    [randomUUID(), id],
  )
  await t.platform(
    `insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
     values ($1, $2, $3, false, now(), now())`,
    [`geheim-${id}`, people[person], id],
  )
}
