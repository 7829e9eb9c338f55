import { authSentences } from '@hot/domain/auth/refusals'
import { mailLimitText } from '@hot/domain/member/mail-limit-text'
import { unknownFailure as unknown } from '@hot/domain/network/refusals'
import { isUnanswered } from '#web/lib/api/no-answer.ts'
import { passkeyTexts } from '#web/lib/auth/passkeys/passkey-texts.ts'

/** The parts of an auth error the UI uses; auth-js names GoTrue's `error_code` `code`. */
export type AuthFailure = { code: string; message: string; status: number }

/** Kinds of failures that forms handle differently. */
export type FailureKind =
  | 'mail-domain'
  | 'not-confirmed'
  | 'wrong-code'
  | 'weak-password'
  | 'wrong-credentials'
  | 'invite-refused'
  | 'other'

export const unknownFailure = `${unknown}.`

const wrongCredentials = 'E-Mail oder Passwort ist falsch.'
const alreadyRegistered = 'Diese E-Mail-Adresse ist bereits registriert.'
const signUpClosed = 'Registrierung ist derzeit nicht möglich.'
const notConfirmed = 'Bitte bestätige zuerst deine E-Mail-Adresse.'
const sessionOver = 'Deine Anmeldung ist abgelaufen. Melde dich noch einmal an.'
const wrongCode = 'Der Code stimmt nicht oder gilt nicht mehr. Gib den aktuellen ein.'
const tooMany = 'Zu viele Versuche. Warte ein paar Minuten und versuch es dann noch einmal.'
const providerOff = 'Diese Anmeldung ist hier gerade nicht eingerichtet. Nimm deine E-Mail-Adresse.'
const offline = 'Keine Verbindung. Prüf dein Netz und versuch es noch einmal, deine Eingaben bleiben stehen.'
const backendAway = 'HoT ist gerade nicht zu erreichen. Versuch es in ein paar Minuten noch einmal.'

/** GoTrue's error codes (supabase/auth, internal/api/apierrors/errorcode.go) and hints of our own sign-up hook. */
const byCode: ReadonlyMap<string, string> = new Map(
  Object.entries({
    invalid_credentials: wrongCredentials,
    user_already_exists: alreadyRegistered,
    email_exists: alreadyRegistered,
    signup_disabled: signUpClosed,
    email_provider_disabled: signUpClosed,
    invite_required: signUpClosed,
    sign_up_shut: authSentences.sign_up_shut,
    email_not_confirmed: notConfirmed,
    over_request_rate_limit: tooMany,
    over_sms_send_rate_limit: 'Gerade ging schon eine SMS raus. Warte eine Minute und versuch es dann noch einmal.',
    user_banned: 'Dieses Konto ist gesperrt. Fragen dazu beantwortet das Team, die Adresse steht im Impressum.',
    weak_password: 'Dieses Passwort ist zu leicht zu erraten. Nimm ein anderes.',
    same_password: 'Das ist dein bisheriges Passwort. Nimm ein neues.',
    email_address_invalid: 'Diese E-Mail-Adresse stimmt nicht. Prüf, ob du dich vertippt hast.',
    otp_expired: wrongCode,
    mfa_verification_failed: wrongCode,
    mfa_verification_rejected: wrongCode,
    mfa_challenge_expired: wrongCode,
    session_not_found: sessionOver,
    session_expired: sessionOver,
    refresh_token_not_found: sessionOver,
    refresh_token_already_used: sessionOver,
    no_authorization: sessionOver,
    insufficient_aal: 'Dafür brauchen wir noch deinen zweiten Faktor. Melde dich noch einmal an.',
    provider_disabled: providerOff,
    oauth_provider_not_supported: providerOff,
    storage_blocked:
      'Dein Browser speichert hier nichts, darum führt der Weg über einen Anbieter nicht zurück. Nimm deine E-Mail-Adresse.',
  }),
)

/** For backends without error codes, and for refusals by a trigger, which only have a message. */
const byMessage: readonly (readonly [RegExp, string])[] = [
  [/^invalid login credentials/i, wrongCredentials],
  [/user already registered/i, alreadyRegistered],
  [/sign-?ups? not allowed/i, signUpClosed],
  [/^neue konten gibt es hier noch nicht/i, authSentences.sign_up_shut],
  [/^email not confirmed/i, notConfirmed],
  [/zu viele falsche codes/i, authSentences.rate_limited],
  [/auth session missing/i, sessionOver],
]

/** Codes that concern the new password itself, at whose field the form shows them. */
const weakPassword = new Set(['weak_password', 'same_password'])

const domainRefused = ({ code, message }: AuthFailure) =>
  code === 'email_domain_not_allowed' || /E-Mail nicht erlaubt/.test(message)

/** Normalises anything that an auth call throws or returns as an error. `status` is 0 without a response. */
export function failureOf(error: unknown): AuthFailure {
  const read = (name: string): unknown => (typeof error === 'object' && error ? Reflect.get(error, name) : undefined)
  const [code, message, status] = [read('code'), read('message'), read('status')]
  return {
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : '',
    status: typeof status === 'number' ? status : 0,
  }
}

/** The kind of a failed auth call. */
export function failureKind(error: unknown): FailureKind {
  const failure = failureOf(error)
  if (domainRefused(failure)) return 'mail-domain'
  const text = failureText(error)
  if (text === notConfirmed) return 'not-confirmed'
  if (weakPassword.has(failure.code)) return 'weak-password'
  if (failure.code === 'invite_required') return 'invite-refused'
  if (text === wrongCredentials) return 'wrong-credentials'
  return text === wrongCode ? 'wrong-code' : 'other'
}

/** Whether there was no response. AuthRetryableFetchError has the status 0 then, else 5xx. */
const unreachable = (error: unknown, { status }: AuthFailure) =>
  isUnanswered(error) || (status === 0 && nameOf(error) === 'AuthRetryableFetchError')

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

/** The German message for a failed auth call, by code, else by message. */
export function failureText(error: unknown): string {
  const failure = failureOf(error)
  if (failure.code === 'over_email_send_rate_limit') return mailLimitText(failure.message)
  const known = byCode.get(failure.code) ?? byMessage.find(([pattern]) => pattern.test(failure.message))?.[1]
  if (known) return known
  if (unreachable(error, failure)) return offline
  if (failure.status >= 502 && failure.status <= 504) return backendAway
  return failure.status === 429 ? tooMany : unknownFailure
}

/** As `failureText`, for calls with a passkey, where some codes have another meaning. */
export const passkeyFailureText = (error: unknown): string => passkeyTexts[failureOf(error).code] ?? failureText(error)
