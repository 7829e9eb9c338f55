import type { Page } from '@playwright/test'
import { alive, expect, test, visit } from '../support/journey.ts'

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Hauptmenü' })
const opener = (page: Page, name: string) => mainMenu(page).locator('summary', { hasText: name })
const entriesOf = (page: Page, name: string) =>
  mainMenu(page)
    .getByRole('listitem')
    .filter({ has: page.locator('summary', { hasText: name }) })
    .getByRole('link')

/** The server renders the menus' entries and the current page: tests/http/shell/menus.test.ts. */
test('menus open and lead on by mouse: one at a time, and a press elsewhere closes it', async ({ page }) => {
  await visit(page, '/impressum')
  const headline = page.getByRole('heading', { level: 1 })
  for (const name of ['Stars', 'Formate', 'Trashtalk', 'Charts']) {
    const before = await headline.innerText()
    const links = entriesOf(page, name)
    await expect(links.first()).toBeHidden()
    await opener(page, name).click()
    for (const link of await links.all()) await expect(link).toBeVisible()
    await links.first().click()
    await expect(links.first()).toBeHidden()
    await expect(headline).not.toHaveText(before)
  }

  await opener(page, 'Stars').click()
  await opener(page, 'Charts').click()
  await expect(entriesOf(page, 'Stars').first()).toBeHidden()
  await expect(entriesOf(page, 'Charts').first()).toBeVisible()
  await page.getByRole('contentinfo').click({ position: { x: 2, y: 2 } })
  await expect(entriesOf(page, 'Charts').first()).toBeHidden()
})

test('menus work by keyboard: Enter opens, arrows wander, Escape leads back', async ({ page }) => {
  await visit(page, '/')
  const trashtalk = opener(page, 'Trashtalk')
  const links = entriesOf(page, 'Trashtalk')
  await trashtalk.focus()
  await page.keyboard.press('Enter')
  await expect(links.first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(links.last()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(links.first()).toBeHidden()
  await expect(trashtalk).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/trashtalk/geruechte')
})

test('the main menu underlines the place one is at, and gives way to the bottom bar below 1024 px', async ({
  page,
}) => {
  const underline = (name: string) =>
    mainMenu(page)
      .locator('.menu-entry', { hasText: name })
      .evaluate((entry) => getComputedStyle(entry).borderBottomColor)
  await visit(page, '/kalender')
  const marked = await underline('Kalender')
  expect(marked).not.toBe(await underline('Stars'))
  await page.goto('/stars/voting')
  await alive(page)
  expect(await underline('Stars')).toBe(marked)
  expect(await underline('Kalender')).not.toBe(marked)

  const bottomBar = page.getByRole('navigation', { name: 'Schnellzugriff' })
  await page.setViewportSize({ width: 1024, height: 700 })
  await expect(mainMenu(page)).toBeVisible()
  await expect(bottomBar).toBeHidden()
  await page.setViewportSize({ width: 1023, height: 700 })
  await expect(mainMenu(page)).toBeHidden()
  await expect(bottomBar).toBeVisible()
})
