import { isPgError, type Session } from '../../database/engine.ts'
import { type AuthContext, type AuthHandler, inAuth } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { notifyOwner } from '../mails/notifications.ts'
import { type CallerClaims, claimsOf, signedIn } from '../sessions/sessions.ts'
import type { UserRow } from '../users/user-row.ts'
import { type Credential, creationOptions, readRegistration, registered } from './ceremonies.ts'
import { notVerified, partyOf, spendChallenge, storeChallenge } from './challenges.ts'
import { checkLevel, passkeyJson } from './manage.ts'
import { insertPasskey, MAX_PASSKEYS, type PasskeyRow, passkeysOf } from './store.ts'

/** Until the person names it; GoTrue has a list of authenticators' names for this. */
const FIRST_NAME = 'Passkey'

/** The account of a request, locked against a second registration at the same moment, with room for one more passkey. */
async function accountWithRoom(
  session: Session,
  claims: CallerClaims,
): Promise<{ user: UserRow; passkeys: PasskeyRow[] }> {
  const { user, held } = await signedIn(session, claims)
  checkLevel(user, held)
  await session.query('select from auth.users where id = $1 for update', [user.id])
  const passkeys = await passkeysOf(session, user.id)
  if (passkeys.length >= MAX_PASSKEYS)
    throw new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached')
  return { user, passkeys }
}

/** `name` of the user's metadata, else the address (internal/api/passkey_webauthn.go, WebAuthnDisplayName). */
function displayName(user: UserRow): string {
  const name = user.raw_user_meta_data?.name
  return typeof name === 'string' && name !== '' ? name : (user.email ?? '')
}

/** `POST /passkeys/registration/options` (internal/api/passkey_registration.go): for `navigator.credentials.create()`. */
export const registrationOptions: AuthHandler = async (context, call) => {
  const party = partyOf(context)
  const claims = await claimsOf(context, call)
  const answer = await inAuth(context, async (session) => {
    const { user, passkeys } = await accountWithRoom(session, claims)
    const options = await creationOptions(party, {
      handle: user.id,
      userName: user.email ?? '',
      displayName: displayName(user),
      known: passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
      discoverable: true,
    })
    const challenge = await storeChallenge(context, session, 'registration', user.id, options.challenge)
    return { challenge_id: challenge.challenge_id, options, expires_at: challenge.expires_at }
  })
  return Response.json(answer)
}

async function store(context: AuthContext, claims: CallerClaims, credential: Credential): Promise<PasskeyRow> {
  try {
    return await inAuth(context, async (session) => {
      const { user } = await accountWithRoom(session, claims)
      return insertPasskey(session, user.id, credential, FIRST_NAME)
    })
  } catch (error) {
    if (!isPgError(error) || error.code !== '23505') throw error
    throw new AuthError(422, 'webauthn_credential_exists', 'This credential is already registered')
  }
}

/** `POST /passkeys/registration/verify`: adds the passkey to the account that asked for the challenge. */
export const registerPasskey: AuthHandler = async (context, call) => {
  const party = partyOf(context)
  const claims = await claimsOf(context, call)
  const owner = await inAuth(context, async (session) => {
    const { user, held } = await signedIn(session, claims)
    checkLevel(user, held)
    return user
  })
  const challenge = await spendChallenge(context, call, 'registration', claims.userId)
  const response = readRegistration(call.body.credential)
  if (!response) throw notVerified('Invalid credential response')
  const credential = await registered(party, challenge, response)
  if (!credential) throw notVerified()
  const { last_used_at: _, ...made } = passkeyJson(await store(context, claims, credential))
  notifyOwner(context, owner, 'mfa_factor_enrolled')
  return Response.json(made)
}
