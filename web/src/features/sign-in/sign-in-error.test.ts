import { describe, expect, test } from 'vitest'
import { lostAnswer } from '../../../../tests/support/web/lost-answer.ts'
import { failureKind, failureText, unknownFailure } from './sign-in-error.ts'

/** As auth-js throws it: `AuthApiError`, or `AuthRetryableFetchError` without a definite response. */
const authError = (code: string | undefined, message: string, status = 400, name = 'AuthApiError') =>
  Object.assign(new Error(message), { name, code, status })

/** Code and message of GoTrue, and the German sentence. */
const rows = [
  ['invalid_credentials', 'Invalid login credentials', 'E-Mail oder Passwort ist falsch.'],
  ['user_already_exists', 'User already registered', 'Diese E-Mail-Adresse ist bereits registriert.'],
  ['signup_disabled', 'Signup not allowed', 'Registrierung ist derzeit nicht möglich.'],
  ['email_not_confirmed', 'Email not confirmed', 'Bitte bestätige zuerst deine E-Mail-Adresse.'],
] as const

describe('known failures', () => {
  test.each(rows)('%s by its code, whatever the message says', (code, _, text) => {
    expect(failureText(authError(code, 'worded differently'))).toBe(text)
  })
  test.each(rows)('%s: without a code by the message', (_, message, text) => {
    expect(failureText(authError(undefined, message))).toBe(text)
  })
  test.each([
    ['a code nobody knows', authError('brand_new', 'Something')],
    ['a failed trigger', authError('unexpected_failure', 'Database error saving new user', 500)],
    ['text that only mentions a row', authError(undefined, 'Note: Invalid login credentials may lock you out')],
    ['no error at all', undefined],
    ['a string', 'Invalid login credentials'],
    ['a code from the prototype', authError('constructor', '')],
  ])('anything else: %s', (_, error) => expect(failureText(error)).toBe(unknownFailure))
})

test('refused sign-ups are distinguished by code and, from a trigger, by text', () => {
  expect(failureText(authError('invite_required', 'x', 403))).toBe('Registrierung ist derzeit nicht möglich.')
  expect(failureText(authError(undefined, 'Signups not allowed for this instance', 422))).toContain('nicht möglich')
  expect(failureKind(authError('email_domain_not_allowed', 'x', 403))).toBe('mail-domain')
  expect(failureKind(authError('hook_refused', 'E-Mail nicht erlaubt', 403))).toBe('mail-domain')
  expect(failureKind(authError('email_not_confirmed', ''))).toBe('not-confirmed')
  expect(failureKind(authError('mfa_verification_failed', '', 422))).toBe('wrong-code')
  expect(failureKind(authError('invalid_credentials', ''))).toBe('wrong-credentials')
  expect(failureKind(authError('invite_required', ''))).toBe('invite-refused')
})

test('without an answer the message says whether the network or the backend is missing', () => {
  expect(failureText(authError(undefined, 'Failed to fetch', 0, 'AuthRetryableFetchError'))).toContain(
    'Keine Verbindung',
  )
  expect(failureText(lostAnswer('Failed to fetch dynamically imported module'))).toContain('Keine Verbindung')
  expect(failureText(authError(undefined, 'HTTP 503', 503, 'AuthRetryableFetchError'))).toContain('nicht zu erreichen')
  expect(failureText(new TypeError('x is not a function'))).not.toContain('Verbindung')
})

test('a 429 says to wait, with a code or without', () => {
  expect(failureText(authError('over_request_rate_limit', '', 429))).toContain('Zu viele Versuche')
  expect(failureText(authError('over_email_send_rate_limit', '', 429))).toContain('Warte eine Minute')
  expect(failureText(authError('over_email_send_rate_limit', 'email rate limit exceeded', 429))).toContain(
    'einer Stunde',
  )
  expect(failureText(authError(undefined, 'rate limited', 429))).toContain('Zu viele Versuche')
})
