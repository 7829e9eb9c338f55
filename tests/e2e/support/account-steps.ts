import type { Locator, Page } from '@playwright/test'
import { colourRules, expectNoViolation } from './axe.ts'
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

/** All axe checks of the current screen. */
export const expectAccessible = (page: Page): Promise<void> =>
  expectNoViolation(page, { rules: { 'target-size': { enabled: true } } })

/** All axe checks in light, and those of colours in dark: nothing else changes with the theme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  // Without transitions: axe would otherwise measure an element halfway between two colours.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectNoViolation(page, colourRules)
}

/** Presses Tab until the element has the focus; fails after this many presses. */
export async function tabTo(page: Page, place: Locator, limit = 80): Promise<void> {
  for (let stop = 0; stop < limit; stop++) {
    if (await place.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${place} was not reached within ${limit} stops`)
}
