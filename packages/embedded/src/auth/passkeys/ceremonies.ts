import { randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { RelyingParty } from './relying-party.ts'

/**
 * WebAuthn's two ceremonies (W3C Web Authentication Level 3, 7.1 and 7.2) for passkeys and for second factors. The
 * library and its X.509 parts take 24 MB, so they are loaded with the first ceremony.
 */
const library = () => import('@simplewebauthn/server')

/** GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION and GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION, seconds. */
export const CHALLENGE_SECONDS = 300
const CHALLENGE_BYTES = 32

/** Keys that Node verifies in every version we run on: ES256, EdDSA, RS256 (IANA COSE Algorithms). */
const ALGORITHMS = [-7, -8, -257]

/** A credential as its authenticator registered it. `id` is base64url. */
export type Credential = {
  id: string
  /** COSE key. */
  publicKey: Uint8Array<ArrayBuffer>
  signCount: number
  transports: string[]
  aaguid: string
  backupEligible: boolean
  backedUp: boolean
}

const base64url = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]+$/)
const shared = {
  id: base64url.max(1400),
  rawId: base64url.max(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
}
const registration = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(30)).max(10).catch([]),
  }),
})
const assertion = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    // Null or missing when the authenticator was told which credential to use.
    userHandle: base64url.nullish().transform((handle) => handle ?? undefined),
  }),
})

/** A browser's answer to a registration (`PublicKeyCredential.toJSON()`), or undefined when it has another shape. */
export const readRegistration = (value: unknown): RegistrationResponseJSON | undefined => {
  const { data } = registration.safeParse(value)
  return data && { ...data, response: { ...data.response, transports: transportsOf(data.response.transports) } }
}

/** A browser's answer to a sign-in (`PublicKeyCredential.toJSON()`), or undefined when it has another shape. */
export function readAssertion(value: unknown): AuthenticationResponseJSON | undefined {
  const { data } = assertion.safeParse(value)
  if (!data) return undefined
  const { userHandle, ...response } = data.response
  return { ...data, response: { ...response, ...(userHandle === undefined ? {} : { userHandle }) } }
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof TRANSPORTS)[number]

/** Only names that WebAuthn knows; they are sent back to browsers. */
const transportsOf = (names: readonly string[]): Transport[] => TRANSPORTS.filter((name) => names.includes(name))

type Known = Pick<Credential, 'id' | 'transports'>
const described = ({ id, transports }: Known) => ({ id, transports: transportsOf(transports) })

/** Whom a new credential is for. `handle` is what authenticators store and give back as `userHandle`. */
export type NewCredential = {
  handle: string
  userName: string
  displayName: string
  /** Credentials of this person that must not be registered again. */
  known: readonly Known[]
  /** Whether the authenticator can find it without being told its id (for signing in without a name). */
  discoverable: boolean
}

export async function creationOptions(
  party: RelyingParty,
  { handle, userName, displayName, known, discoverable }: NewCredential,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new Uint8Array(Buffer.from(handle)),
    userName,
    userDisplayName: displayName,
    challenge: new Uint8Array(randomBytes(CHALLENGE_BYTES)),
    timeout: CHALLENGE_SECONDS * 1000,
    attestationType: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: {
      residentKey: discoverable ? 'required' : 'discouraged',
      userVerification: 'required',
    },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** `allowed` empty: any credential of this site, as its authenticator offers them. */
export async function requestOptions(
  party: RelyingParty,
  allowed: readonly Known[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(randomBytes(CHALLENGE_BYTES)),
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: 'required',
    ...(allowed.length > 0 ? { allowCredentials: allowed.map(described) } : {}),
  })
}

/** The library reports each refused property by an Error; whatever it was, the answer does not prove anything. */
const orRefused = <T>(verifying: Promise<T>): Promise<T | undefined> => verifying.catch(() => undefined)

/** The credential an answer registers; undefined when challenge, origin, relying party or user verification are wrong. */
export async function registered(
  party: RelyingParty,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<Credential | undefined> {
  const { verifyRegistrationResponse } = await library()
  const done = await orRefused(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!done?.verified) return undefined
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = done.registrationInfo
  return {
    id: credential.id,
    publicKey: credential.publicKey,
    signCount: credential.counter,
    transports: transportsOf(response.response.transports ?? []),
    aaguid,
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
  }
}

/**
 * New counter and backup state when `credential` signed this challenge for this site with its user verified; undefined
 * otherwise, also when the counter does not grow (a copied authenticator, 7.2 step 22).
 */
export async function asserted(
  party: RelyingParty,
  challenge: string,
  response: AuthenticationResponseJSON,
  credential: Pick<Credential, 'id' | 'publicKey' | 'signCount'>,
): Promise<Pick<Credential, 'signCount' | 'backedUp'> | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const done = await orRefused(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id: credential.id, publicKey: credential.publicKey, counter: credential.signCount },
    }),
  )
  if (!done?.verified) return undefined
  const { newCounter, credentialBackedUp } = done.authenticationInfo
  return { signCount: newCounter, backedUp: credentialBackedUp }
}
