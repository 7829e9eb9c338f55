import { randomUUID } from 'node:crypto'
import type { Session } from '../../database/engine.ts'
import { type AuthCall, type AuthContext, inAuth, text, UUID } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { CHALLENGE_SECONDS } from './ceremonies.ts'
import type { RelyingParty } from './relying-party.ts'

/** The relying party, or GoTrue's refusal of every path below /passkeys (internal/api/middleware.go, requirePasskeyEnabled). */
export function partyOf(context: AuthContext): RelyingParty {
  if (!context.relyingParty) throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled')
  return context.relyingParty
}

/** Expired challenges, a few at a time. Every new challenge makes room, so that guests cannot fill the table. */
export const FORGET_EXPIRED = `delete from auth.webauthn_challenges where id in (select id from auth.webauthn_challenges
   where expires_at < now() order by expires_at limit 1000)`

type Ceremony = 'registration' | 'authentication'

/** Stores a challenge; a registration replaces the person's earlier ones. `userId` is null when nobody is signed in. */
export async function storeChallenge(
  context: AuthContext,
  session: Session,
  ceremony: Ceremony,
  userId: string | null,
  challenge: string,
): Promise<{ challenge_id: string; expires_at: number }> {
  const expires_at = Math.floor(context.now().getTime() / 1000) + CHALLENGE_SECONDS
  await session.query(FORGET_EXPIRED)
  if (userId) await session.query('delete from auth.webauthn_challenges where user_id = $1', [userId])
  const challenge_id = randomUUID()
  await session.query(
    `insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, expires_at)
       values ($1, $2, $3, $4::jsonb, to_timestamp($5))`,
    [challenge_id, userId, ceremony, JSON.stringify({ challenge, userVerification: 'required' }), expires_at],
  )
  return { challenge_id, expires_at }
}

/**
 * Takes the challenge of a request's body out of the database, in its own transaction: it is spent even if the answer is
 * refused (models.ConsumeWebAuthnChallengeByID). Returns the challenge as base64url.
 */
export async function spendChallenge(
  context: AuthContext,
  call: AuthCall,
  ceremony: Ceremony,
  userId: string | null,
): Promise<string> {
  const id = text(call.body, 'challenge_id')
  if (id === '') throw invalid('challenge_id is required')
  if (call.body.credential === undefined || call.body.credential === null) throw invalid('credential is required')
  if (!UUID.test(id)) throw invalid('challenge_id must be a valid UUID')
  const { rows } = await inAuth(context, (session) =>
    session.query(
      `delete from auth.webauthn_challenges where id = $1 and challenge_type = $2 and user_id is not distinct from $3::uuid
         returning session_data ->> 'challenge' as challenge, expires_at < to_timestamp($4) as expired`,
      [id, ceremony, userId, context.now().getTime() / 1000],
    ),
  )
  const found = rows[0] as { challenge: string; expired: boolean } | undefined
  if (!found) throw new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used')
  if (found.expired) throw new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired')
  return found.challenge
}

/** One answer for everything that is wrong with a credential, so that it cannot be probed. */
export const notVerified = (message = 'Credential verification failed') =>
  new AuthError(400, 'webauthn_verification_failed', message)
