import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Session } from '../../database/engine.ts'
import { type AuthCall, record, text } from '../auth-context.ts'
import { AuthError, invalid } from '../auth-error.ts'
import {
  asserted,
  type Credential,
  creationOptions,
  readAssertion,
  readRegistration,
  registered,
  requestOptions,
} from '../passkeys/ceremonies.ts'
import type { RelyingParty } from '../passkeys/relying-party.ts'

/** What of a factor concerns WebAuthn. `web_authn_credential` is filled by the first verification. */
export type WebauthnFactor = {
  id: string
  user_id: string
  status: 'unverified' | 'verified'
  friendly_name: string | null
  web_authn_credential: unknown
}

/** `create` registers the credential of a new factor, `request` uses it. */
type Ceremony = 'create' | 'request'

/** What `mfa_factors.web_authn_credential` holds: go-webauthn's Credential, whose bytes Go writes as base64. */
const storedCredential = z.object({
  id: z.string(),
  publicKey: z.string(),
  attestationType: z.string(),
  transport: z.array(z.string()),
  flags: z.object({
    userPresent: z.boolean(),
    userVerified: z.boolean(),
    backupEligible: z.boolean(),
    backupState: z.boolean(),
  }),
  authenticator: z.object({ AAGUID: z.string(), signCount: z.number(), cloneWarning: z.boolean() }),
})

const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** The credential that a factor's answers have to be signed with. */
function credentialOf(factor: WebauthnFactor): Credential {
  const { id, publicKey, transport, flags, authenticator } = storedCredential.parse(factor.web_authn_credential)
  const aaguid = Buffer.from(authenticator.AAGUID, 'base64').toString('hex')
  return {
    id: Buffer.from(id, 'base64').toString('base64url'),
    publicKey: new Uint8Array(Buffer.from(publicKey, 'base64')),
    signCount: authenticator.signCount,
    transports: transport,
    aaguid: aaguid.replace(UUID_PARTS, '$1-$2-$3-$4-$5'),
    backupEligible: flags.backupEligible,
    backedUp: flags.backupState,
  }
}

async function storeCredential(session: Session, factorId: string, credential: Credential): Promise<void> {
  const { backupEligible, backedUp, signCount } = credential
  const aaguid = Buffer.from(credential.aaguid.replaceAll('-', ''), 'hex')
  const stored: z.infer<typeof storedCredential> = {
    id: Buffer.from(credential.id, 'base64url').toString('base64'),
    publicKey: Buffer.from(credential.publicKey).toString('base64'),
    attestationType: 'none',
    transport: credential.transports,
    flags: { userPresent: true, userVerified: true, backupEligible, backupState: backedUp },
    authenticator: { AAGUID: aaguid.toString('base64'), signCount, cloneWarning: false },
  }
  await session.query(
    `update auth.mfa_factors set web_authn_credential = $2::jsonb, web_authn_aaguid = $3, updated_at = now() where id = $1`,
    [factorId, JSON.stringify(stored), credential.aaguid],
  )
}

const ceremonyOf = (factor: WebauthnFactor): Ceremony => (factor.status === 'verified' ? 'request' : 'create')

/** What a browser needs to answer, and what the server stores to check that answer (mfa_challenges.web_authn_session_data). */
export type WebauthnChallenge = {
  answer: { type: Ceremony; credential_options: { publicKey: object } }
  stored: { type: Ceremony; challenge: string }
}

/**
 * Options of a challenge (internal/api/mfa.go, challengeWebAuthnFactor): of a new factor for creating its credential,
 * later for using it. The user handle is the factor's id and not the account's, as GoTrue has it: authenticators keep
 * one credential per site and handle, so that a second factor would overwrite the passkey the person signs in with.
 */
export async function webauthnChallenge(
  party: RelyingParty,
  session: Session,
  factor: WebauthnFactor,
  email: string,
): Promise<WebauthnChallenge> {
  const type = ceremonyOf(factor)
  if (type === 'request') {
    const publicKey = await requestOptions(party, [credentialOf(factor)])
    return { answer: { type, credential_options: { publicKey } }, stored: { type, challenge: publicKey.challenge } }
  }
  const { rows } = await session.query(
    `select id, user_id, status, friendly_name, web_authn_credential from auth.mfa_factors
       where user_id = $1 and factor_type = 'webauthn' and status = 'verified'`,
    [factor.user_id],
  )
  const publicKey = await creationOptions(party, {
    handle: factor.id,
    userName: factor.friendly_name ? `${email} (${factor.friendly_name})` : email,
    displayName: factor.friendly_name || email,
    known: (rows as WebauthnFactor[]).map(credentialOf),
    discoverable: false,
  })
  return { answer: { type, credential_options: { publicKey } }, stored: { type, challenge: publicKey.challenge } }
}

/** A browser's answer to one of the two ceremonies. */
export type WebauthnAnswer =
  | { type: 'create'; response: RegistrationResponseJSON }
  | { type: 'request'; response: AuthenticationResponseJSON }

/** The answer in the body of a verification; refused as GoTrue does when its shape is wrong (verifyWebAuthnFactor). */
export function webauthnAnswer(call: AuthCall): WebauthnAnswer {
  if (call.body.webauthn === undefined) throw invalid('WebAuthn config required')
  const given = record(call.body.webauthn)
  const type = text(given, 'type')
  if (type !== 'create' && type !== 'request') throw invalid('WebAuthn type must be create or request')
  if (given.credential_response === undefined) throw invalid('credential_response required')
  if (type === 'create') {
    const response = readRegistration(given.credential_response)
    if (response) return { type, response }
  } else {
    const response = readAssertion(given.credential_response)
    if (response) return { type, response }
  }
  throw invalid('Invalid credential_response')
}

const storedChallenge = z.object({ type: z.enum(['create', 'request']), challenge: z.string() })

/** Checks an answer against the stored challenge, and stores the new credential or counter. False: it proves nothing. */
export async function provesWebauthn(
  party: RelyingParty,
  session: Session,
  factor: WebauthnFactor,
  stored: unknown,
  answer: WebauthnAnswer,
): Promise<boolean> {
  const { type, challenge } = storedChallenge.parse(stored)
  if (answer.type !== type || ceremonyOf(factor) !== type) return false
  if (answer.type === 'create') {
    const made = await registered(party, challenge, answer.response)
    if (made) await storeCredential(session, factor.id, made)
    return made !== undefined
  }
  const credential = credentialOf(factor)
  const { id, response } = answer.response
  if (id !== credential.id || isForeign(response.userHandle, factor.id)) return false
  const now = await asserted(party, challenge, answer.response, credential)
  if (now) await storeCredential(session, factor.id, { ...credential, ...now })
  return now !== undefined
}

/** Authenticators may leave the handle out when they were told the credential (7.2, step 6). */
const isForeign = (handle: string | undefined, id: string) =>
  handle !== undefined && Buffer.from(handle, 'base64url').toString() !== id

export const webauthnDisabled = (step: 'enroll' | 'verify') =>
  new AuthError(
    422,
    step === 'enroll' ? 'mfa_webauthn_enroll_not_enabled' : 'mfa_webauthn_verify_not_enabled',
    step === 'enroll' ? 'MFA enroll is disabled for WebAuthn' : 'MFA verification is disabled for WebAuthn',
  )
