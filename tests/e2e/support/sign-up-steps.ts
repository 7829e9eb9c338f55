import { ageSentence } from '@hot/domain/member/age'
import type { Page } from '@playwright/test'
import { mailTo } from '../../support/site/members.ts'
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
  type Way,
} from './sign-in-steps.ts'
import { expect } from './wire.ts'

/** Subject of the registration mail. */
export const confirmation = /Bestätige deine E-Mail-Adresse/

/** Registers through the dialog; the link in the mail activates the account. */
export async function register(page: Page, email: string, password: string, way: Pick<Way, 'keyboard'>): Promise<void> {
  await openEmailScreen(page, 'register', way)
  await fill(page, emailField(page), email, way)
  await fill(page, passwordField(page), password, way)
  await fill(page, passwordField(page, 'Passwort bestätigen'), password, way)
  await expect(dialog(page)).toContainText(ageSentence('Registrieren'))
  await press(page, button(page, 'Registrieren'), way)
  await expectToast(
    page,
    'Registrierung erfolgreich',
    'Bitte schau in dein Postfach und bestätige deine E-Mail-Adresse.',
  )
  await expect(dialog(page)).toBeHidden()
}

/** Follows the link in the mail, back to where registering began, and picks a name. */
export async function confirmAndPickName(
  page: Page,
  email: string,
  nickname: string,
  way: Pick<Way, 'keyboard'>,
): Promise<void> {
  expect(await signedInAs(page)).toBeNull()
  await followMail(page, await mailTo(page.request, email, confirmation), 'E-Mail-Adresse bestätigen')
  await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen bei HoT!')
  await expect(page).toHaveURL('/impressum')
  expect(await signedInAs(page)).toBe(email)

  await expect(dialog(page)).toHaveAccessibleName('Wie sollen wir dich nennen?')
  // Registering has said it already.
  await expect(dialog(page).getByText('mindestens 16')).toHaveCount(0)
  await fill(page, page.getByRole('textbox', { name: 'Nickname' }), nickname, way)
  await expect(dialog(page)).toContainText('Der Name ist frei.')
  await press(page, button(page, 'Namen speichern'), way)
  await expectToast(page, 'Name gespeichert', 'Schön, dich kennenzulernen.')
  await expect(dialog(page)).toBeHidden()
}
