import { queryOptions } from '@tanstack/react-query'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { proveByPasskey } from '#web/lib/auth/passkeys/passkeys.ts'
import { authClient } from '#web/lib/auth/session/auth-client.ts'
import { isNative } from '#web/platform/device/device.ts'
import { accountKey } from '../api.ts'

/** What the server requires before it does something that cannot be undone. */
export type Proof = 'sign-in' | 'code'

const proofs: Readonly<Record<string, Proof>> = {
  reauthentication_needed: 'sign-in',
  mfa_needed: 'code',
  insufficient_aal: 'code',
}

/** The proof a refusal requires, or null if it was refused for another reason. */
export const neededProof = (error: unknown): Proof | null => proofs[refusalOf(error)] ?? null

/**
 * Sign-in methods of an account, by which a member can prove their identity. `newEmail`: the address of a pending
 * change.
 */
export type SignInWays = { password: boolean; providers: ('google' | 'apple')[]; newEmail: string | null }

/**
 * Fetches the sign-in methods of this account and any pending e-mail change. The links that confirm a change may have
 * been followed on another device: a session with the former address is refreshed, because the page would otherwise
 * show that address and verify passwords against it. Throws AuthError.
 */
export async function signInWays(): Promise<SignInWays> {
  const client = await authClient()
  const { data, error } = await client.getUser()
  if (error) throw error
  const { session } = (await client.getSession()).data
  if (session && session.user.email !== data.user.email) {
    const renewed = await client.refreshSession()
    if (renewed.error) throw renewed.error
  }
  const used = new Set((data.user.identities ?? []).map(({ provider }) => provider))
  return {
    password: used.has('email'),
    providers: (['google', 'apple'] as const).filter((provider) => used.has(provider)),
    newEmail: data.user.new_email || null,
  }
}

/** `signInWays`, refetched on every visit. */
export const waysQuery = (userId: string) =>
  queryOptions({ queryKey: accountKey(userId, 'sign-in-ways'), queryFn: signInWays, staleTime: 0 })

/** Signs in again by password; the fresh session replaces the previous one. Throws AuthError. */
export async function signInAgain(email: string, password: string): Promise<void> {
  const { error } = await (await authClient()).signInWithPassword({ email, password })
  if (error) throw error
}

/** Target of the links in mails; in the native shells the website's, because a mail cannot open a shell's own URL. */
async function callbackAddress(): Promise<string> {
  const origin = isNative ? (await runtimeConfig()).siteUrl : window.location.origin
  return `${origin}/auth/callback`
}

/** Starts an e-mail change: sends one mail to the old address and one to the new. Throws AuthError. */
export async function askForNewEmail(email: string): Promise<void> {
  const { error } = await (await authClient()).updateUser({ email }, { emailRedirectTo: await callbackAddress() })
  if (error) throw error
}

/** Resends the links of a pending change. Throws AuthError. */
export async function resendNewEmail(email: string): Promise<void> {
  const client = await authClient()
  const options = { emailRedirectTo: await callbackAddress() }
  const { error } = await client.resend({ type: 'email_change', email, options })
  if (error) throw error
}

/** Sets a password; every other session of the account ends. Throws AuthError. */
export async function setPassword(password: string): Promise<void> {
  const { error } = await (await authClient()).updateUser({ password })
  if (error) throw error
}

/** A second factor of the account: an authenticator app, a phone number or a passkey. Times are ISO instants. */
export type Factor = { id: string; name: string; type: string; addedAt: string }

/** The verified second factors of the account. */
export const factorsQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'factors'),
    queryFn: async (): Promise<Factor[]> => {
      const { data, error } = await (await authClient()).mfa.listFactors()
      if (error) throw error
      return data.all.filter(({ status }) => status === 'verified').map(asFactor)
    },
    staleTime: 0,
  })

type Listed = { id: string; friendly_name?: string | undefined; factor_type: string; created_at: string }

const factorKinds: Readonly<Record<string, string>> = { phone: 'SMS', webauthn: 'Passkey' }

const asFactor = ({ id, friendly_name, factor_type, created_at }: Listed): Factor => ({
  id,
  name: friendly_name || (factorKinds[factor_type] ?? 'Authenticator-App'),
  type: factor_type,
  addedAt: created_at,
})

/** An authenticator app being set up: `qrCode` is an image URL, `uri` (otpauth:) and `secret` say the same. */
export type Enrolment = { factorId: string; qrCode: string; secret: string; uri: string }

type Mfa = Awaited<ReturnType<typeof authClient>>['mfa']

/** Removes factors of abandoned setups, whose names would be refused as taken. Throws AuthError. */
async function removeUnfinished(mfa: Mfa): Promise<void> {
  const listed = await mfa.listFactors()
  if (listed.error) throw listed.error
  for (const factor of listed.data.all.filter(({ status }) => status !== 'verified')) {
    const { error } = await mfa.unenroll({ factorId: factor.id })
    if (error) throw error
  }
}

/** Starts the setup of an authenticator app. Throws AuthError. */
export async function beginEnrolment(friendlyName: string): Promise<Enrolment> {
  const { mfa } = await authClient()
  await removeUnfinished(mfa)
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'HoT' })
  if (error) throw error
  return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret, uri: data.totp.uri }
}

/**
 * Sets up a passkey as second factor with the device's prompt; the session is aal2 afterwards. Throws AuthError, also
 * for refusals by the device, with the codes of auth-js.
 */
export async function enrolPasskey(friendlyName: string): Promise<void> {
  const { mfa } = await authClient()
  await removeUnfinished(mfa)
  const { data, error } = await mfa.enroll({ factorType: 'webauthn', friendlyName })
  if (error) throw error
  await proveByPasskey(data.id)
}

/** Verifies a code of the app; the session is aal2 afterwards. Throws AuthError. */
export async function proveCode(factorId: string, code: string): Promise<void> {
  const { mfa } = await authClient()
  const { error } = await mfa.challengeAndVerify({ factorId, code })
  if (error) throw error
}

/** Removes a factor. Throws AuthError; `insufficient_aal` if this session has not been verified by a code yet. */
export async function removeFactor(factorId: string): Promise<void> {
  const client = await authClient()
  const { error } = await client.mfa.unenroll({ factorId })
  if (error) throw error
  // The current token still claims aal2.
  await client.refreshSession()
}

/** How many recovery codes are left; never the codes. Refetched on every visit, because using one happens elsewhere. */
export const recoveryCodesQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'recovery-codes'),
    queryFn: ({ signal }) => rpc('own_recovery_codes', {}, signal),
    staleTime: 0,
  })

/** Ten new recovery codes, which nothing shows again; the earlier ones end. Rejects with DataError. */
export const newRecoveryCodes = async (): Promise<string[]> => (await rpc('renew_recovery_codes')).codes

/** A passkey for signing in. Times are ISO instants. */
export type Passkey = { id: string; name: string; addedAt: string; usedAt: string | null }

/** The passkeys the account signs in with, oldest first. */
export const passkeysQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'passkeys'),
    queryFn: async (): Promise<Passkey[]> => {
      const { data, error } = await (await authClient()).passkey.list()
      if (error) throw error
      return data.map(({ id, friendly_name, created_at, last_used_at }) => ({
        id,
        name: friendly_name || 'Passkey',
        addedAt: created_at,
        usedAt: last_used_at ?? null,
      }))
    },
    staleTime: 0,
  })

/** Throws AuthError. */
export async function renamePasskey(passkeyId: string, friendlyName: string): Promise<void> {
  const { error } = await (await authClient()).passkey.update({ passkeyId, friendlyName })
  if (error) throw error
}

/** Throws AuthError; `insufficient_aal` if the account has a second factor that this session has not verified. */
export async function removePasskey(passkeyId: string): Promise<void> {
  const { error } = await (await authClient()).passkey.delete({ passkeyId })
  if (error) throw error
}
