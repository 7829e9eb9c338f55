import type { Locator, Page } from '@playwright/test'
import { expect, test, visit } from '../support/journey.ts'

/** Presses Tab until the place has the focus; nobody presses it longer than this. */
async function tabTo(page: Page, place: Locator, limit = 60): Promise<void> {
  for (let stop = 0; stop < limit; stop++) {
    await page.keyboard.press('Tab')
    if (await place.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${place} was not reached within ${limit} stops`)
}

test('from the start page to a star, to the vote and back, without a mouse', async ({ page, samples }) => {
  const { star } = samples
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
  await visit(page, '/')
  await tabTo(page, menu.locator('summary', { hasText: 'Stars' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('link', { name: /Alle Stars/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/stars')
  await expect(page.getByRole('main')).toBeFocused()

  await tabTo(page, page.getByRole('main').getByRole('link', { name: star.text, exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(star.path)
  await expect(page.getByRole('main')).toBeFocused()

  await tabTo(page, page.getByRole('group', { name: 'Wie echt?' }).getByRole('link').first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Anmeldung erforderlich' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(star.path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(star.text)
})

test('search is opened, used and left without a mouse, and gives the focus back', async ({ page }) => {
  await visit(page, '/impressum')
  const opener = page.getByRole('button', { name: 'Suche öffnen' })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Suche' })).toBeFocused()
  await page.keyboard.type('Karma')
  await expect(page.getByRole('option', { name: /Karma Champions/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Suche' })).toBeFocused()
  await page.keyboard.type('Karma Champ')
  await expect(page.getByRole('option', { name: /Karma Champions/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Karma Champions')
})

test('the days of the calendar are walked with arrows', async ({ page }) => {
  await visit(page, '/kalender?ansicht=monat&datum=2026-03-10')
  const day = (name: RegExp) => page.getByRole('table').getByRole('link', { name })
  await day(/^10/).focus()
  await page.keyboard.press('ArrowRight')
  await expect(day(/^11/)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(day(/^18/)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await expect(day(/^10/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/kalender?ansicht=liste&datum=2026-03-10')
})
