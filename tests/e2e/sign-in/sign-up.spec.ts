import { linkIn, mailTo, newAddress, newNickname, newPassword, registerMember } from '../../support/site/members.ts'
import { comesBack, expect, test } from '../support/journey.ts'
import {
  button,
  dialog,
  emailField,
  expectToast,
  fill,
  openEmailScreen,
  passwordField,
  press,
  signedInAs,
  submitLogin,
  ways,
} from '../support/sign-in-steps.ts'
import { confirmAndPickName, confirmation, register } from '../support/sign-up-steps.ts'

const [withMouse, byKeyboard] = ways

test.describe(byKeyboard.name, () => {
  test.use({ ...byKeyboard.use, faultsExpected: true })
  // On a phone: account/member-life.spec.ts.
  test('an address that is taken is named; registers with another, confirms by the mail and picks a name', async ({
    page,
  }) => {
    const taken = await registerMember(page.request)
    await openEmailScreen(page, 'register', byKeyboard)
    await fill(page, emailField(page), taken.email, byKeyboard)
    await fill(page, passwordField(page), 'Strandkorb im Regen', byKeyboard)
    await fill(page, passwordField(page, 'Passwort bestätigen'), 'Strandkorb im Regen', byKeyboard)
    await press(page, button(page, 'Registrieren'), byKeyboard)
    await expectToast(page, 'Registrierung fehlgeschlagen', 'Diese E-Mail-Adresse ist bereits registriert.')

    const [email, password] = [newAddress(), newPassword()]
    await register(page, email, password, byKeyboard)
    await confirmAndPickName(page, email, newNickname(), byKeyboard)
  })
})

test.describe('on the way', () => {
  test.use({ faultsExpected: true })

  test('who has not confirmed cannot sign in and gets the mail again; opening the link does nothing, and elsewhere it confirms without the password of the registration', async ({
    page,
    browser,
  }) => {
    const [email, password] = [newAddress(), newPassword()]
    await register(page, email, password, withMouse)
    await openEmailScreen(page)
    await submitLogin(page, { email, password })
    await expectToast(page, 'Anmeldung fehlgeschlagen', 'Bitte bestätige zuerst deine E-Mail-Adresse.')
    // One was sent just now.
    await button(page, 'Bestätigungs-Mail noch einmal senden').click()
    await expectToast(page, 'Mail nicht gesendet', 'Warte eine Minute')
    await page.route('**/auth/v1/resend**', (route) => route.fulfill({ json: {} }), { times: 1 })
    await button(page, 'Bestätigungs-Mail noch einmal senden').click()
    await expectToast(page, 'Mail ist unterwegs', 'Schau auch im Spam-Ordner nach.')

    const link = linkIn(await mailTo(page.request, email, confirmation))
    const other = await (await comesBack(await browser.newContext({ locale: 'de-DE' }))).newPage()
    await other.goto(link)
    await expect(button(other, 'E-Mail-Adresse bestätigen')).toBeVisible()
    expect(await signedInAs(other)).toBeNull()
    // Whoever only opens it, as programs that look into mails do, leaves everything as it is.
    await openEmailScreen(page)
    await submitLogin(page, { email, password })
    await expectToast(page, 'Anmeldung fehlgeschlagen', 'Bitte bestätige zuerst deine E-Mail-Adresse.')
    await button(other, 'E-Mail-Adresse bestätigen').click()
    await button(other, 'Ja, anmelden').click()
    await expect(other.getByText('kam aus einem anderen Browser')).toBeVisible()
    const chosen = newPassword()
    await passwordField(other, 'Neues Passwort').fill(chosen)
    await passwordField(other, 'Passwort bestätigen').fill(chosen)
    await button(other, 'Passwort speichern').click()
    await expectToast(other, 'Neues Passwort gespeichert', 'Du bist angemeldet.')
    await other.context().close()
    await page.goto(link)
    await button(page, 'E-Mail-Adresse bestätigen').click()
    await expect(page.getByRole('heading', { name: 'Schon bestätigt' })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Anmelden' }).click()
    await button(page, 'Mit E-Mail anmelden').click()
    await submitLogin(page, { email, password })
    await expectToast(page, 'Anmeldung fehlgeschlagen', 'E-Mail oder Passwort ist falsch.')
    await submitLogin(page, { email, password: chosen })
    await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen zurück!')
    // No name was chosen: once postponed, the question does not come back.
    await expect(dialog(page)).toHaveAccessibleName('Wie sollen wir dich nennen?')
    await button(page, 'Später').click()
    await expect(dialog(page)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('banner').locator('summary[aria-label=Account]')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
  })
})
