import { isAllowedMail } from '@hot/domain/auth/mail-domains'
import { ageConfirmation } from '@hot/domain/member/age'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { DataError } from '#web/lib/api/data-error.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { passkeySupport, signInFromField, signInWithPasskey } from '#web/lib/auth/passkeys/passkeys.ts'
import { type AuthClient, authClient } from '#web/lib/auth/session/auth-client.ts'
import { storedVerifier } from '#web/lib/auth/session/session-storage.ts'
import { isNative } from '#web/platform/device/device.ts'
import { rememberAskedMail, rememberSignUp } from './asked-mail.ts'

// Calls for signing in. Each rejects with an error of auth-js, for `failureText`.

/** What a new session still requires. */
export type NextStep = 'done' | 'second-factor'

/** Error messages of an app without a configured backend, by what was tried. */
const notConfigured = { mail: 'Supabase is not configured', provider: 'SUPABASE_NOT_CONFIGURED' } as const

/** The auth client. Rejects with one of `notConfigured` if no backend is configured. */
export async function openClient(purpose: keyof typeof notConfigured = 'mail'): Promise<AuthClient> {
  try {
    return await authClient()
  } catch (error) {
    if (error instanceof Error && error.message === 'Supabase nicht konfiguriert')
      throw new Error(notConfigured[purpose], { cause: error })
    throw error
  }
}

/**
 * Target of redirects and of links in mails; in the native shells the website's, because a mail cannot open a shell's
 * own URL.
 */
export async function callbackAddress(): Promise<string> {
  if (!isNative) return `${window.location.origin}/auth/callback`
  return `${(await runtimeConfig()).siteUrl}/auth/callback`
}

type Answer = { data: unknown; error: unknown }

/** auth-js returns `{ data, error }`; this throws the error and returns `data`. */
function orThrow<Given extends Answer>(answer: Given): Extract<Given, { error: null }>['data'] {
  if (answer.error) throw answer.error
  return answer.data
}

/** What the new session still requires. */
export async function nextStep(): Promise<NextStep> {
  const client = await openClient()
  const { currentLevel, nextLevel } = orThrow(await client.mfa.getAuthenticatorAssuranceLevel())
  return nextLevel === 'aal2' && currentLevel !== 'aal2' ? 'second-factor' : 'done'
}

/** Signs in by e-mail address and password. */
export async function signInByPassword(email: string, password: string): Promise<NextStep> {
  const client = await openClient()
  orThrow(await client.signInWithPassword({ email: email.trim(), password }))
  return nextStep()
}

/**
 * Registers an account, which the link in a mail activates, of somebody who says by it to be old enough. In invite mode the database requires
 * `inviteCode`.
 */
export async function signUpByMail(email: string, password: string, inviteCode: string): Promise<void> {
  const client = await openClient()
  rememberAskedMail(email)
  const { user } = orThrow(
    await client.signUp({
      email: email.trim(),
      password,
      options: {
        emailRedirectTo: await callbackAddress(),
        data: { age_text: ageConfirmation.version, ...(inviteCode === '' ? {} : { invite_code: inviteCode }) },
      },
    }),
  )
  rememberSignUp(email, storedVerifier())
  // For a taken address GoTrue returns a fake user, recognisable by its empty identities (internal/api/signup.go).
  if (user?.identities?.length === 0)
    throw Object.assign(new Error('User already registered'), { code: 'user_already_exists', status: 422 })
}

/** Sends the mail that confirms a new account again. */
export async function resendConfirmation(email: string): Promise<void> {
  const client = await openClient()
  rememberAskedMail(email)
  const options = { emailRedirectTo: await callbackAddress() }
  orThrow(await client.resend({ type: 'signup', email: email.trim(), options }))
}

/** Sends a mail with a link and a code for setting a new password. */
export async function sendRecovery(email: string): Promise<void> {
  const client = await openClient()
  rememberAskedMail(email)
  orThrow(await client.resetPasswordForEmail(email.trim(), { redirectTo: await callbackAddress() }))
}

/** Signs in by the code of the recovery mail, which unlike its link works in any browser. */
export async function proveRecovery(email: string, code: string): Promise<NextStep> {
  const client = await openClient()
  orThrow(await client.verifyOtp({ email: email.trim(), token: code, type: 'recovery' }))
  return nextStep()
}

/** Sets the password of the session's account. */
export async function setNewPassword(password: string): Promise<void> {
  const client = await openClient()
  orThrow(await client.updateUser({ password }))
}

/** A verified second factor of the account. */
export type SecondFactor = { id: string; kind: 'webauthn' | 'totp' | 'phone'; name: string }

/** The account's verified factors: passkeys first if this device supports them, else last. */
export async function secondFactors(): Promise<SecondFactor[]> {
  const client = await openClient()
  const { data, error } = await client.mfa.listFactors()
  if (error) throw error
  const named = (kind: SecondFactor['kind']) =>
    data[kind].map(({ id, friendly_name }) => ({ id, kind, name: friendly_name ?? '' }))
  const passkeys = named('webauthn')
  const support = passkeys.length > 0 ? await passkeySupport() : 'off'
  const codes = [...named('totp'), ...named('phone')]
  return support === 'here' ? [...passkeys, ...codes] : [...codes, ...passkeys]
}

/** Signs in with a passkey, by the device's prompt. */
export async function signInByPasskey(): Promise<NextStep> {
  await openClient()
  await signInWithPasskey()
  return nextStep()
}

/** Signs in with a passkey chosen among a field's suggestions; null if `signal` aborted it before. */
export async function signInFromSuggestion(signal: AbortSignal): Promise<NextStep | null> {
  return (await signInFromField(signal)) ? nextStep() : null
}

/** Starts a challenge, for a phone by sending an SMS. Returns the challenge's id. */
export async function challengeFactor({ id, kind }: SecondFactor): Promise<string> {
  const client = await openClient()
  const { data, error } = await client.mfa.challenge(
    kind === 'phone' ? { factorId: id, channel: 'sms' } : { factorId: id },
  )
  if (error) throw error
  return data.id
}

/** Verifies a factor by its code; the session is aal2 afterwards. */
export async function verifyFactor({ id }: SecondFactor, challengeId: string, code: string): Promise<void> {
  const client = await openClient()
  const { error } = await client.mfa.verify({ factorId: id, challengeId, code })
  if (error) throw error
}

/** Raises the session by a recovery code. Resolves with how many are left, or null if the code is wrong. */
export async function proveByRecoveryCode(code: string): Promise<number | null> {
  const client = await openClient()
  const { state, left } = await rpc('use_recovery_code', { p_code: code })
  if (state === 'wrong') return null
  // The current token still claims aal1.
  const { error } = await client.refreshSession()
  if (error) throw error
  return left
}

/** The operator's sign-up settings. */
export type SignUpSettings = { inviteOnly: boolean; extraMailDomains: readonly string[] }

async function fetchSettings(): Promise<SignUpSettings> {
  const { restClient } = await import('#web/lib/api/transport/rest-client.ts')
  const client = await restClient()
  const { data, error, status } = await client.from('app_settings').select('signup_mode, extra_mail_domains').single()
  if (error) throw new DataError(error.code, status, error.message)
  return { inviteOnly: data.signup_mode === 'invite', extraMailDomains: data.extra_mail_domains }
}

export const signUpSettingsQuery = {
  queryKey: ['sign-up-settings'],
  queryFn: fetchSettings,
  staleTime: 60_000,
} as const

/**
 * Whether the form accepts an e-mail address. If the operator's settings are unknown, it accepts all and the backend
 * decides.
 */
export const mailCheck =
  (settings: SignUpSettings | null) =>
  (email: string): boolean =>
    settings === null || isAllowedMail(email, settings.extraMailDomains)
