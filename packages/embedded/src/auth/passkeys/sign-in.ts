import type { Session } from '../../database/engine.ts'
import { type AuthContext, type AuthHandler, inAuth } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { issueSession } from '../sessions/sessions.ts'
import type { UserRow } from '../users/user-row.ts'
import { userById } from '../users/users.ts'
import { asserted, readAssertion, requestOptions } from './ceremonies.ts'
import { notVerified, partyOf, spendChallenge, storeChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import { lockedKey, markUsed } from './store.ts'

/**
 * `POST /passkeys/authentication/options` (internal/api/passkey_authentication.go): for `navigator.credentials.get()`. It
 * names no credential, so that it tells nothing about accounts; the authenticator offers its own.
 */
export const signInOptions: AuthHandler = async (context) => {
  const options = await requestOptions(partyOf(context), [])
  const challenge = await inAuth(context, (session) =>
    storeChallenge(context, session, 'authentication', null, options.challenge),
  )
  return Response.json({ challenge_id: challenge.challenge_id, options, expires_at: challenge.expires_at })
}

type Assertion = NonNullable<ReturnType<typeof readAssertion>>

/** The account whose passkey signed the challenge, its counter stored. Fails without saying what was wrong. */
async function proven(session: Session, party: RelyingParty, challenge: string, response: Assertion): Promise<UserRow> {
  const key = await lockedKey(session, response.id)
  const handle = response.response.userHandle
  // A discoverable credential names its account; the one it is registered for has to be the same (7.2, step 6).
  if (!key || !handle || Buffer.from(handle, 'base64url').toString() !== key.userId) throw notVerified()
  const now = await asserted(party, challenge, response, key)
  const user = now && (await userById(session, key.userId))
  if (!now || !user || user.deleted_at) throw notVerified()
  await markUsed(session, key.passkeyId, now)
  return user
}

/** internal/api/passkey_authentication.go; whether the account is banned is checked where sessions are issued. */
function checkConfirmed(user: UserRow): void {
  if (user.email && !user.email_confirmed_at) throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed')
}

/** `POST /passkeys/authentication/verify`: a session at aal1 with `passkey` as its method, as GoTrue issues it. */
export const signInWithPasskey: AuthHandler = async (context: AuthContext, call) => {
  const party = partyOf(context)
  const challenge = await spendChallenge(context, call, 'authentication', null)
  const response = readAssertion(call.body.credential)
  if (!response) throw notVerified('Invalid credential response')
  const token = await inAuth(context, async (session) => {
    const user = await proven(session, party, challenge, response)
    checkConfirmed(user)
    return issueSession(context, session, call, user.id, 'passkey')
  })
  return Response.json(token)
}
