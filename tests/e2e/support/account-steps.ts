import type { Locator, Page } from '@playwright/test'
import { expectNoViolation } from './axe.ts'
import { expect } from './wire.ts'

/** Opens a page of the account and waits until its content is shown. */
export async function openAccount(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: /Meldungen/ }).getByText(text)

/** A section of a page by its heading. */
export const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** All axe checks of the current screen; `colours` only when nothing but the theme changed. */
export async function expectAccessible(page: Page, what: 'everything' | 'colours' = 'everything'): Promise<void> {
  await expectNoViolation(
    page,
    what === 'colours' ? { runOnly: ['color-contrast'] } : { rules: { 'target-size': { enabled: true } } },
  )
}

/** Presses Tab until the element has the focus; fails after this many presses. */
export async function tabTo(page: Page, place: Locator, limit = 80): Promise<void> {
  for (let stop = 0; stop < limit; stop++) {
    if (await place.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${place} was not reached within ${limit} stops`)
}
