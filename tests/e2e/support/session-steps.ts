import type { BrowserContext, Page } from '@playwright/test'
import type { Member } from '../../support/site/members.ts'
import { expect } from './journey.ts'
import { signIn } from './member.ts'

export const sessionKey = 'sb-hot-auth-token'
const header = (page: Page) => page.getByRole('banner')
export const login = (page: Page) => header(page).getByRole('link', { name: 'Login' })
const accountMenu = (page: Page) => header(page).locator('summary[aria-label=Account]')
/** A picture means a known member; guests and members without a name have an icon. */
const face = (page: Page) => accountMenu(page).locator('.avatar')

export const isMember = (page: Page) => expect(face(page)).toBeVisible()
export const isGuest = (page: Page) => expect(face(page)).toHaveCount(0)

export async function leave(page: Page): Promise<void> {
  await accountMenu(page).click()
  await header(page).getByRole('button', { name: 'Abmelden' }).click()
}

/** Expires the stored token by this device's clock. The page's next request has to renew it. */
export const letTokenExpire = (page: Page) =>
  page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }))
  }, sessionKey)

/** As `letTokenExpire`, but with no page open that could notice before the next one does. */
export async function letTokenExpireMeanwhile(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await letTokenExpire(page)
}

export async function signInThere(context: BrowserContext, member: Member): Promise<void> {
  const other = await context.newPage()
  await signIn(other, member)
  await other.close()
}

/** Through the dialog, as a person does. */
export async function signInByDialog(page: Page, { email, password }: Member): Promise<void> {
  await accountMenu(page).click()
  await header(page).getByRole('listitem').getByRole('link', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Mit E-Mail anmelden' }).click()
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await isMember(page)
}
