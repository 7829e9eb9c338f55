import type { Page } from '@playwright/test'
import {
  button,
  dialog,
  emailField,
  expectToast,
  fill,
  openEmailScreen,
  passwordField,
  press,
  type Way,
} from './sign-in-steps.ts'
import { expect } from './wire.ts'

/** Subject of the mail that a registration sends. */
export const confirmation = /Bestätige deine E-Mail-Adresse/

/** Registers by the dialog; the account opens with the link in the mail. */
export async function register(page: Page, email: string, password: string, way: Pick<Way, 'keyboard'>): Promise<void> {
  await openEmailScreen(page, 'register', way)
  await fill(page, emailField(page), email, way)
  await fill(page, passwordField(page), password, way)
  await fill(page, passwordField(page, 'Passwort bestätigen'), password, way)
  await press(page, button(page, 'Registrieren'), way)
  await expectToast(
    page,
    'Registrierung erfolgreich',
    'Bitte schau in dein Postfach und bestätige deine E-Mail-Adresse.',
  )
  await expect(dialog(page)).toBeHidden()
}
