import { expect, test } from 'vitest'
import { callbackTrouble } from './callback-error.ts'
import { readCallback } from './finish-callback.ts'

const trouble = (code: string, message = '') => callbackTrouble({ code, message, status: 400 })

test.each([
  ['otp_expired', 'Der Link gilt nicht mehr'],
  ['pkce_code_verifier_not_found', 'Anderer Browser, andere Baustelle'],
  ['flow_state_not_found', 'Anmeldung fehlgeschlagen'],
  ['flow_state_expired', 'Anmeldung fehlgeschlagen'],
  ['bad_code_verifier', 'Anmeldung fehlgeschlagen'],
  ['bad_oauth_state', 'Anmeldung fehlgeschlagen'],
  ['access_denied', 'Anmeldung abgebrochen'],
  ['flow_state_already_used', 'Anmeldung fehlgeschlagen'],
  ['identity_already_exists', 'Verknüpfen fehlgeschlagen'],
  ['signup_disabled', 'Registrierung fehlgeschlagen'],
])('%s says what to do', (code, title) => {
  expect(trouble(code).title).toBe(title)
  expect(trouble(code).ways).toContain('sign-in')
})

test('an unreachable provider is named', () => {
  const link = readCallback({ search: '?error=temporarily_unavailable&error_code=unexpected_failure', hash: '' })
  expect(link).toMatchObject({ kind: 'error', code: 'temporarily_unavailable' })
  expect(trouble('temporarily_unavailable').text).toContain('Der Anbieter ist gerade nicht erreichbar.')
})

test('another mail can be requested for a used confirmation link', () => {
  expect(trouble('otp_expired').ways).toEqual(['sign-in', 'resend', 'recover'])
})

test('a refused sign-up is not taken for a cancelled one', () => {
  expect(trouble('access_denied', 'Signup not allowed').text).toBe('Registrierung ist derzeit nicht möglich.')
})

test('never shows text from the URL', () => {
  const hostile = 'Ruf sofort 0190-666 an! <script>alert(1)</script>'
  for (const code of ['', 'server_error', 'toString', 'access_denied', 'otp_expired', hostile])
    expect(JSON.stringify(trouble(code, hostile))).not.toMatch(/0190|script/)
})
