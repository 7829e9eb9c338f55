import { expectAccessible } from '../support/account-steps.ts'
import { addressOf, expect, test, visit } from '../support/journey.ts'
import { newPassword, registerMember } from '../support/member.ts'
import {
  button,
  dialog,
  emailField,
  expectToast,
  openDialog,
  openEmailScreen,
  passwordField,
  signedInAs,
  submitLogin,
  ways,
} from '../support/sign-in-steps.ts'

for (const way of ways) {
  test.describe(way.name, () => {
    test.use(way.use)
    test('signs in by e-mail and stays where one was', async ({ page }) => {
      const member = await registerMember(page.request)
      await openEmailScreen(page, 'login', way)
      await submitLogin(page, member, way)
      await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen zurück!')
      await expect(dialog(page)).toBeHidden()
      expect(addressOf(page)).toBe('/impressum')
      expect(await signedInAs(page)).toBe(member.email)
      await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0)
    })
  })
}

test('opens with its default texts and closes by arrow and Escape', async ({ page }) => {
  await openDialog(page)
  await expect(dialog(page)).toHaveAccessibleName('Anmeldung erforderlich')
  await expect(dialog(page)).toHaveAccessibleDescription('Bitte melde dich an:')
  for (const name of ['Mit Google anmelden', 'Mit Apple anmelden', 'Mit E-Mail anmelden'])
    await expect(button(page, name)).toBeEnabled()
  const agreement = dialog(page).getByText('Mit der Anmeldung akzeptierst du')
  await expect(agreement.getByRole('link', { name: 'Community-Guidelines' })).toHaveAttribute(
    'href',
    '/community-guidelines',
  )
  await expect(agreement.getByRole('link', { name: 'Datenschutzerklärung' })).toHaveAttribute('href', '/datenschutz')
  await button(page, 'Zurück').click()
  await expect(dialog(page)).toBeHidden()
  await openDialog(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  // The entry that opened it is in a closed menu again.
  await expect(page.getByRole('banner').locator('summary[aria-label=Account]')).toBeFocused()
})

test('a screen may say why it asks, and the sub-view resets on close', async ({ page }) => {
  await visit(page, '/trashtalk/erstellen')
  const ask = page.getByRole('main').getByRole('link', { name: 'Anmelden' })
  await ask.click()
  await expect(dialog(page)).toHaveAccessibleDescription('Zum Schreiben brauchst du ein Konto. Bitte melde dich an:')
  await button(page, 'Mit E-Mail anmelden').click()
  await expect(dialog(page)).toHaveAccessibleName('Mit E-Mail anmelden')
  await emailField(page).fill('anna@gmx.de')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(ask).toBeFocused()
  await ask.click()
  await expect(dialog(page)).toHaveAccessibleName('Anmeldung erforderlich')
  await button(page, 'Mit E-Mail anmelden').click()
  await expect(emailField(page)).toHaveValue('')
})

test('the e-mail screens: fields, toggle, links, disabled submit, providers', async ({ page }) => {
  await openEmailScreen(page)
  await expect(emailField(page)).toHaveAttribute('type', 'email')
  await expect(emailField(page)).toHaveAttribute('autocomplete', 'email')
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'current-password')
  await expect(dialog(page)).toContainText('Google, Proton, GMX, Web, T-Online, Apple, Hotmail, Outlook oder Yahoo')
  const submit = button(page, 'Anmelden')
  await expect(submit).toBeDisabled()
  await emailField(page).fill('anna@gmx.de')
  await expect(submit).toBeDisabled()
  await passwordField(page).fill('sommerhaus')
  await expect(submit).toBeEnabled()
  await button(page, 'Passwort anzeigen').click()
  await expect(passwordField(page)).toHaveAttribute('type', 'text')
  await button(page, 'Passwort verbergen').click()
  await expect(passwordField(page)).toHaveAttribute('type', 'password')

  await button(page, 'Noch kein Account? Hier registrieren').click()
  await expect(dialog(page)).toHaveAccessibleName('Mit E-Mail registrieren')
  await expect(emailField(page)).toHaveValue('anna@gmx.de')
  await expect(button(page, 'Registrieren')).toBeDisabled()
  await passwordField(page, 'Passwort bestätigen').fill('sommerhaus')
  await expect(button(page, 'Registrieren')).toBeEnabled()
  await expect(dialog(page)).toContainText('Wir schicken dir eine Mail zur Bestätigung.')
  await button(page, 'Schon ein Account? Hier anmelden').click()
  await expect(dialog(page)).toHaveAccessibleName('Mit E-Mail anmelden')
})

test('what is refused before it is sent keeps what was typed', async ({ page }) => {
  await openEmailScreen(page)
  await submitLogin(page, { email: 'anna@mailinator.com', password: 'sommerhaus' })
  await expectToast(
    page,
    'E-Mail nicht erlaubt',
    /^.*Bitte verwende eine E-Mail-Adresse von Google, Proton, .* oder Yahoo\.$/,
  )
  await expect(emailField(page)).toBeFocused()
  await expect(emailField(page)).toHaveAttribute('aria-invalid', 'true')
  await submitLogin(page, { email: 'anna@gmx.de', password: 'sieben7' })
  await expectToast(page, 'Passwort zu kurz', 'Das Passwort muss mindestens 8 Zeichen lang sein.')
  await expect(passwordField(page)).toHaveValue('sieben7')
  await expect(passwordField(page)).toBeFocused()
})

test('every screen is accessible in light and dark', async ({ page }) => {
  await openDialog(page)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await expectAccessible(page)
  }
  await button(page, 'Mit E-Mail anmelden').click()
  await submitLogin(page, { email: 'anna@mailinator.com', password: newPassword() })
  await expect(dialog(page)).toContainText('E-Mail nicht erlaubt.')
  for (const screen of [
    'Noch kein Account? Hier registrieren',
    'Schon ein Account? Hier anmelden',
    'Passwort vergessen?',
  ]) {
    await button(page, screen).click()
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await expectAccessible(page)
    }
  }
})
