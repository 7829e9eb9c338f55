import type { Page } from '@playwright/test'
import { type Member, mailTo, newPassword, registerMember } from '../../support/site/members.ts'
import { expect, test } from '../support/journey.ts'
import {
  button,
  dialog,
  emailField,
  expectToast,
  fill,
  followMail,
  openEmailScreen,
  passwordField,
  press,
  signedInAs,
  submitLogin,
  type Way,
  ways,
} from '../support/sign-in-steps.ts'

const recoveryMail = /Neues Passwort/

async function askForMail(page: Page, { email }: Member, way: Pick<Way, 'keyboard'>): Promise<void> {
  await openEmailScreen(page, 'login', way)
  await press(page, button(page, 'Passwort vergessen?'), way)
  await fill(page, emailField(page), email, way)
  await press(page, button(page, 'Mail anfordern'), way)
  await expect(dialog(page)).toHaveAccessibleName('Schau in dein Postfach')
}

async function chooseNewPassword(page: Page, password: string, way: Pick<Way, 'keyboard'>): Promise<void> {
  await fill(page, passwordField(page, 'Neues Passwort'), password, way)
  await fill(page, passwordField(page, 'Passwort bestätigen'), password, way)
  await press(page, button(page, 'Passwort speichern'), way)
  await expectToast(page, 'Neues Passwort gespeichert', 'Du bist angemeldet.')
}

const codeIn = (mail: { text: string }) => /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''

const [, byKeyboard, onPhone] = ways

test.describe(byKeyboard.name, () => {
  const way = byKeyboard
  test.use(way.use)
  test('sets a new password by the link of the mail', async ({ page }) => {
    const member = await registerMember(page.request)
    const password = newPassword()
    await askForMail(page, member, way)
    await followMail(page, await mailTo(page.request, member.email, recoveryMail), 'Neues Passwort festlegen')
    await expect(page.getByRole('heading', { name: 'Neues Passwort wählen' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(`Für dein Konto ${member.email}.`)
    await chooseNewPassword(page, password, way)
    await expect(page).toHaveURL('/account')
    expect(await signedInAs(page)).toBe(member.email)
  })
})

test.describe(onPhone.name, () => {
  test.use({ ...onPhone.use, faultsExpected: true })

  test('by the code of the mail: a wrong one is refused, the right one opens the new password, the old one is dead', async ({
    page,
  }) => {
    const member = await registerMember(page.request)
    const password = newPassword()
    await askForMail(page, member, onPhone)
    const code = codeIn(await mailTo(page.request, member.email, recoveryMail))
    const field = page.getByLabel('Code aus der Mail')
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    await field.fill(code === '000000' ? '000001' : '000000')
    await button(page, 'Weiter').click()
    await expectToast(page, 'Code nicht angenommen', 'Der Code stimmt nicht oder gilt nicht mehr.')
    await field.fill(code)
    await button(page, 'Weiter').click()
    await expect(dialog(page)).toHaveAccessibleName('Neues Passwort wählen')
    await passwordField(page, 'Neues Passwort').fill('kurz')
    await passwordField(page, 'Passwort bestätigen').fill('kurz')
    await button(page, 'Passwort speichern').click()
    await expectToast(page, 'Passwort zu kurz', 'Das Passwort muss mindestens 8 Zeichen lang sein.')
    await chooseNewPassword(page, password, onPhone)
    await expect(dialog(page)).toBeHidden()
    expect(await signedInAs(page)).toBe(member.email)

    await page.evaluate(() => localStorage.clear())
    await openEmailScreen(page)
    await submitLogin(page, member)
    await expectToast(page, 'Anmeldung fehlgeschlagen', 'E-Mail oder Passwort ist falsch.')
    await submitLogin(page, { email: member.email, password })
    await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen zurück!')
  })
})
