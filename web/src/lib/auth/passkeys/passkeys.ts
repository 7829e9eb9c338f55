import { queryOptions } from '@tanstack/react-query'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { fetchBackend } from '#web/lib/api/transport/fetcher.ts'
import { inTime } from '#web/lib/api/transport/time-limit.ts'
import { isNative } from '#web/platform/device/device.ts'
import { type AuthClient, authClient, separateClient } from '../session/auth-client.ts'

/**
 * What passkeys can be used for here: everything, nothing on this device (the native shells, an old browser, a page under
 * an IP address), or nothing at all because the backend has them switched off.
 */
export type PasskeySupport = 'here' | 'other-device' | 'off'

const isIpAddress = (host: string) => /^(\d+\.){3}\d+$|^\[/.test(host)

/** WebAuthn needs a domain with TLS, or localhost. The shells' pages have neither the site's domain nor its passkeys. */
const deviceCan = () =>
  !isNative && 'PublicKeyCredential' in window && window.isSecureContext && !isIpAddress(window.location.hostname)

const fetchInTime = inTime(fetchBackend)

/** GoTrue's `/settings`; a version without passkeys does not name them. */
async function isOnAtBackend(): Promise<boolean> {
  const { supabaseUrl, publishableKey } = await runtimeConfig()
  const url = `${supabaseUrl || window.location.origin}/auth/v1/settings`
  const answer = await fetchInTime(url, { headers: { apikey: publishableKey } })
  if (!answer.ok) throw new Error(`auth settings: ${answer.status}`)
  const settings: unknown = await answer.json()
  return typeof settings === 'object' && settings !== null && Reflect.get(settings, 'passkeys_enabled') === true
}

/** Throws when the backend does not answer. */
export async function passkeySupport(): Promise<PasskeySupport> {
  if (!(await isOnAtBackend())) return 'off'
  return deviceCan() ? 'here' : 'other-device'
}

/** Passkeys are offered only once this has succeeded. */
export const passkeySupportQuery = queryOptions({
  queryKey: ['passkey-support'],
  queryFn: passkeySupport,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Opens the device's prompt and signs in with the chosen passkey. Throws AuthError or WebAuthnError. */
export async function signInWithPasskey(): Promise<void> {
  const { error } = await (await authClient()).signInWithPasskey()
  if (error) throw error
}

/**
 * Signs in again with a passkey of this account. In a client of its own first: the device offers the passkeys of all
 * accounts, and another one must not take this session's place. Throws AuthError or WebAuthnError, `other_account` too.
 */
export async function signInAgainWithPasskey(userId: string): Promise<void> {
  const separate = await separateClient()
  const { data, error } = await separate.signInWithPasskey()
  if (error) throw error
  const { session } = data
  if (session?.user.id !== userId) {
    await separate.signOut({ scope: 'local' })
    throw Object.assign(new Error('a passkey of another account'), { code: 'other_account', status: 400 })
  }
  const { access_token, refresh_token } = session
  const taken = await (await authClient()).setSession({ access_token, refresh_token })
  if (taken.error) throw taken.error
}

/**
 * Offers passkeys among the suggestions of a field with `autocomplete="… webauthn"`, until `signal` ends it. Resolves with
 * true once the person chose one and is signed in, with false when it ended. Throws AuthError.
 */
export async function signInFromField(signal: AbortSignal): Promise<boolean> {
  if ((await passkeySupport()) !== 'here') return false
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return false
  const client = await authClient()
  while (!signal.aborted) {
    const { error } = await client.signInWithPasskey({ options: { mediation: 'conditional', signal } })
    if (!error) return true
    if (signal.aborted) return false
    // The form may be open for longer than the five minutes of a challenge: ask for the next one.
    if (error.code !== 'webauthn_challenge_expired') throw error
  }
  return false
}

/** Opens the device's prompt and adds a passkey to the account; returns its id. Throws AuthError or WebAuthnError. */
export async function addPasskey(): Promise<string> {
  const { data, error } = await (await authClient()).registerPasskey()
  if (error) throw error
  return data.id
}

/** Adds auth-js' error code to a browser's DOMException, by its name (auth-js' `identifyRegistrationError`). */
const refusal = (error: unknown): unknown => {
  if (!(error instanceof DOMException)) return error
  const code =
    error.name === 'InvalidStateError'
      ? 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
      : 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'
  return Object.assign(new Error(error.message, { cause: error }), { code })
}

type Verify = Parameters<AuthClient['mfa']['webauthn']['verify']>[0]['webauthn']

/** auth-js declares the credential with static methods of its class, which no browser's instance has. */
async function fromDevice(asked: Promise<Credential | null>): Promise<Verify['credential_response']> {
  const credential = await asked.catch((error: unknown) => {
    throw refusal(error)
  })
  if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser returned no credential')
  return credential as Verify['credential_response']
}

/**
 * Answers a challenge of a WebAuthn factor with the device's prompt: the first time this creates the factor's credential.
 * The session is aal2 afterwards. auth-js' own `mfa.webauthn.register` would allow external security keys only. Throws
 * AuthError, or an Error with auth-js' code for the browser's refusal.
 */
export async function proveByPasskey(factorId: string): Promise<void> {
  const { mfa } = await authClient()
  // The server uses its own settings instead; the type wants a value.
  const webauthn = { rpId: window.location.hostname }
  const asked = await mfa.challenge({ factorId, webauthn })
  if (asked.error) throw asked.error
  const { id: challengeId, webauthn: ceremony } = asked.data
  const { type, credential_options } = ceremony
  // auth-js knows one transport more than TypeScript's types of the browser.
  const credential_response = await fromDevice(
    type === 'create'
      ? navigator.credentials.create(credential_options as CredentialCreationOptions)
      : navigator.credentials.get(credential_options as CredentialRequestOptions),
  )
  const { error } = await mfa.webauthn.verify({
    factorId,
    challengeId,
    webauthn: { ...webauthn, type, credential_response },
  })
  if (error) throw error
}
