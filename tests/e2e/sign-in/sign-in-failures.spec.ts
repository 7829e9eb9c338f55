import type { Page, Route } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { newAddress, newPassword, registerMember } from '../support/member.ts'
import {
  button,
  dialog,
  emailField,
  expectToast,
  openEmailScreen,
  passwordField,
  signedInAs,
  submitLogin,
} from '../support/sign-in-steps.ts'

test.use({ faultsExpected: true })

const passwordGrant = '**/auth/v1/token?grant_type=password'

/** GoTrue's answer to clients that name API version 2024-01-01. */
const refuse = (code: string, message: string, status: number) => (route: Route) =>
  route.fulfill({
    status,
    headers: { 'x-supabase-api-version': '2024-01-01' },
    json: { code, message },
  })

async function expectKept(page: Page, typed: { email: string; password: string }): Promise<void> {
  await expect(emailField(page)).toHaveValue(typed.email)
  await expect(passwordField(page)).toHaveValue(typed.password)
  await expect(button(page, 'Anmelden')).toBeEnabled()
}

/** By code, whatever the message says. */
const rows = [
  ['invalid_credentials', 400, 'E-Mail oder Passwort ist falsch.'],
  ['user_already_exists', 422, 'Diese E-Mail-Adresse ist bereits registriert.'],
  ['signup_disabled', 422, 'Registrierung ist derzeit nicht möglich.'],
  ['email_not_confirmed', 400, 'Bitte bestätige zuerst deine E-Mail-Adresse.'],
  ['something_new', 400, 'Ein unbekannter Fehler ist aufgetreten.'],
  ['over_request_rate_limit', 429, 'Zu viele Versuche. Warte ein paar Minuten und versuch es dann noch einmal.'],
] as const

test('each error of the backend has its sentence, and nothing typed is lost', async ({ page }) => {
  const typed = { email: newAddress(), password: newPassword() }
  await openEmailScreen(page)
  for (const [code, status, text] of rows) {
    await page.route(passwordGrant, refuse(code, 'worded differently', status), { times: 1 })
    await submitLogin(page, typed)
    await expectToast(page, 'Anmeldung fehlgeschlagen', text)
    await expect(dialog(page)).toContainText(text)
    await expectKept(page, typed)
  }
})

test('registering has its own title, and a taken address is named', async ({ page }) => {
  const taken = await registerMember(page.request)
  await openEmailScreen(page, 'register')
  await emailField(page).fill(taken.email)
  await passwordField(page).fill('sommerhaus')
  await passwordField(page, 'Passwort bestätigen').fill('winterhaus')
  await button(page, 'Registrieren').click()
  await expectToast(page, 'Passwörter stimmen nicht überein', 'Bitte überprüfe deine Passwort-Eingabe.')
  await expect(passwordField(page, 'Passwort bestätigen')).toBeFocused()
  await passwordField(page, 'Passwort bestätigen').fill('sommerhaus')
  await button(page, 'Registrieren').click()
  await expectToast(page, 'Registrierung fehlgeschlagen', 'Diese E-Mail-Adresse ist bereits registriert.')
  await page.route('**/auth/v1/signup**', refuse('', 'Signup not allowed', 403), { times: 1 })
  await emailField(page).fill(newAddress())
  await button(page, 'Registrieren').click()
  await expectToast(page, 'Registrierung fehlgeschlagen', 'Registrierung ist derzeit nicht möglich.')
  await expect(passwordField(page)).toHaveValue('sommerhaus')
})

test('pressing twice sends once, and a slow network is admitted', async ({ page }) => {
  const member = await registerMember(page.request)
  const { promise: patience, resolve: answer } = Promise.withResolvers<void>()
  let sent = 0
  await page.route(passwordGrant, async (route) => {
    sent += 1
    await patience
    await route.continue()
  })
  await openEmailScreen(page)
  await emailField(page).fill(member.email)
  await passwordField(page).fill(member.password)
  await passwordField(page).press('Enter')
  await passwordField(page).press('Enter')
  await expect(button(page, 'Anmelden')).toBeDisabled()
  await expect(dialog(page)).toContainText('Das dauert länger als sonst. Wir sind noch dran, lass das Fenster offen.')
  await passwordField(page).press('Enter')
  answer()
  await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen zurück!')
  expect(sent).toBe(1)
})

test('without a network it says so, and goes on when the network is back', async ({ page, context }) => {
  const member = await registerMember(page.request)
  await openEmailScreen(page)
  // The code for signing in arrives while somebody types.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await submitLogin(page, member)
  await expectToast(page, 'Anmeldung fehlgeschlagen', 'Keine Verbindung.')
  await expectKept(page, member)
  await context.setOffline(false)
  await button(page, 'Anmelden').click()
  await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen zurück!')
  expect(await signedInAs(page)).toBe(member.email)
})

test('a provider that is not set up is no dead end', async ({ page }) => {
  await page.route('**/auth/v1/settings', (route) =>
    route.fulfill({ json: { external: { google: false, apple: false } } }),
  )
  await openEmailScreen(page)
  await button(page, 'Zurück').click()
  await button(page, 'Mit Google anmelden').click()
  await expectToast(page, 'Anmeldung fehlgeschlagen', 'Diese Anmeldung ist hier gerade nicht eingerichtet.')
  await expect(button(page, 'Mit E-Mail anmelden')).toBeEnabled()
})

test('a refused submit leaves passwords of 73 characters to the backend at login', async ({ page }) => {
  const typed = { email: newAddress(), password: 'x'.repeat(73) }
  await openEmailScreen(page)
  await submitLogin(page, typed)
  await expectToast(page, 'Anmeldung fehlgeschlagen', 'E-Mail oder Passwort ist falsch.')
  await button(page, 'Noch kein Account? Hier registrieren').click()
  await passwordField(page, 'Passwort bestätigen').fill(typed.password)
  await button(page, 'Registrieren').click()
  await expectToast(page, 'Passwort zu lang', 'Das Passwort ist zu lang.')
})
