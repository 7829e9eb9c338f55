import type { Locator, Page } from '@playwright/test'
import { linkIn, type Mail } from '../../support/site/members.ts'
import { tabTo } from './account-steps.ts'
import { visit } from './journey.ts'
import { expect } from './wire.ts'

/** Input devices. Each sign-in journey runs with all of these. */
export const ways = [
  { name: 'with a mouse', keyboard: false, use: { viewport: { width: 1280, height: 800 } } },
  { name: 'by keyboard alone', keyboard: true, use: { viewport: { width: 1280, height: 800 } } },
  {
    name: 'on a phone',
    keyboard: false,
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
] as const
export type Way = (typeof ways)[number]

export async function press(page: Page, control: Locator, way: Pick<Way, 'keyboard'>): Promise<void> {
  if (!way.keyboard) return control.click()
  await expect(control).toBeEnabled()
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

export async function fill(page: Page, field: Locator, text: string, way: Pick<Way, 'keyboard'>): Promise<void> {
  if (!way.keyboard) return field.fill(text)
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

export const dialog = (page: Page): Locator => page.getByRole('dialog')
/** Opens the link of a mail and presses what it leads to: opening alone does nothing. */
export async function followMail(page: Page, mail: Mail, action: string): Promise<void> {
  await page.goto(linkIn(mail))
  await page.getByRole('main').getByRole('button', { name: action, exact: true }).click()
}

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
export const emailField = (page: Page): Locator => page.getByRole('textbox', { name: 'E-Mail', exact: true })
export const passwordField = (page: Page, label = 'Passwort'): Locator => page.getByLabel(label, { exact: true })

/** The Login of the header. */
export async function openDialog(page: Page, way: Pick<Way, 'keyboard'> = ways[0], path = '/impressum'): Promise<void> {
  await visit(page, path)
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Login' }).filter({ visible: true }), way)
  await expect(dialog(page)).toBeVisible()
}

/** Opens the dialog at its e-mail screen. */
export async function openEmailScreen(
  page: Page,
  mode: 'login' | 'register' = 'login',
  way: Pick<Way, 'keyboard'> = ways[0],
): Promise<void> {
  await openDialog(page, way)
  await press(page, button(page, 'Mit E-Mail anmelden'), way)
  if (mode === 'register') await press(page, button(page, 'Noch kein Account? Hier registrieren'), way)
  await expect(emailField(page)).toBeFocused()
}

/** Enters address and password in the open screen and submits them. */
export async function submitLogin(
  page: Page,
  { email, password }: { email: string; password: string },
  way: Pick<Way, 'keyboard'> = ways[0],
): Promise<void> {
  await fill(page, emailField(page), email, way)
  await fill(page, passwordField(page), password, way)
  await press(page, button(page, 'Anmelden'), way)
}

/** A toast with this title and text. */
export async function expectToast(page: Page, title: string, text: string | RegExp): Promise<void> {
  const toasts = page.getByRole('region', { name: /Meldungen/ }).getByRole('listitem')
  await expect(toasts.filter({ hasText: title }).filter({ hasText: text }).first()).toBeVisible()
}

/** The email of this browser's stored session; null for guests. */
export const signedInAs = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const stored = localStorage.getItem('sb-hot-auth-token')
    return stored === null ? null : (JSON.parse(stored) as { user: { email: string } }).user.email
  })
