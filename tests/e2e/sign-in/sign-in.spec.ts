import { codeAt, enrolFactor, newPassword, registerMember, sessionOf } from '../../support/site/members.ts'
import { expectAccessibleInBothThemes } from '../support/account-steps.ts'
import { addressOf, expect, test, visit } from '../support/journey.ts'
import { assurance } from '../support/second-factor.ts'
import {
  button,
  dialog,
  emailField,
  expectToast,
  fill,
  openDialog,
  openEmailScreen,
  press,
  signedInAs,
  submitLogin,
  ways,
} from '../support/sign-in-steps.ts'

// With a mouse: mfa.spec.ts.
for (const way of ways.slice(1)) {
  test.describe(way.name, () => {
    test.use(way.use)
    test('signs in by e-mail and stays where one was; an account with a second factor is asked for its code', async ({
      page,
    }) => {
      const [member, guarded] = await Promise.all([registerMember(page.request), registerMember(page.request)])
      const { secret } = await enrolFactor(page.request, await sessionOf(page.request, guarded))
      await openEmailScreen(page, 'login', way)
      await submitLogin(page, member, way)
      await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen zurück!')
      await expect(dialog(page)).toBeHidden()
      expect(addressOf(page)).toBe('/impressum')
      expect(await signedInAs(page)).toBe(member.email)
      await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0)

      // On a page without the app, which would notice.
      await page.goto('/robots.txt')
      await page.evaluate(() => localStorage.clear())
      await openEmailScreen(page, 'login', way)
      await submitLogin(page, guarded, way)
      const code = page.getByLabel('Code aus deiner App')
      await expect(dialog(page)).toHaveAccessibleName('Zweiter Faktor')
      await expect(code).toBeFocused()
      await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
      await fill(page, code, codeAt(secret), way)
      await press(page, button(page, 'Bestätigen'), way)
      await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen zurück!')
      await expect(dialog(page)).toBeHidden()
      expect(await assurance(page)).toBe('aal2')
    })
  })
}

test('opens with its default texts, closes by arrow and Escape, says why a screen asks, and begins afresh each time', async ({
  page,
}) => {
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
  const account = page.getByRole('banner').locator('summary[aria-label=Account]')
  await account.click()
  await page.getByRole('banner').getByRole('listitem').getByRole('link', { name: 'Login' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  // The menu entry that opened it is hidden in the closed menu again.
  await expect(account).toBeFocused()

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

test('every screen is accessible in light and dark', { tag: '@full' }, async ({ page }) => {
  await openDialog(page)
  await expectAccessibleInBothThemes(page)
  await button(page, 'Mit E-Mail anmelden').click()
  await submitLogin(page, { email: 'anna@mailinator.com', password: newPassword() })
  await expect(dialog(page)).toContainText('E-Mail nicht erlaubt.')
  for (const screen of [
    'Noch kein Account? Hier registrieren',
    'Schon ein Account? Hier anmelden',
    'Passwort vergessen?',
  ]) {
    await button(page, screen).click()
    await expectAccessibleInBothThemes(page)
  }
})
