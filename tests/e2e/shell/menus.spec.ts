import type { Page } from '@playwright/test'
import { alive, expect, test, visit } from '../support/journey.ts'

const menus = [
  { name: 'Stars', entries: ['Alle Stars', 'Stars bewerten'] },
  { name: 'Formate', entries: ['Alle Formate', 'Format Statistiken'] },
  {
    name: 'Trashtalk',
    entries: ['Alles im Überblick', 'Gerüchte', 'Umfragen', 'Diskussionen', 'Beitrag schreiben'],
  },
  {
    name: 'Charts',
    entries: [
      'Alle Charts',
      'HoT Bestenliste',
      'Format Statistiken',
      'Social-Media-Bestenliste',
      'Meinungsmacher',
      'Karma Champions',
    ],
  },
]

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Hauptmenü' })
const opener = (page: Page, name: string) => mainMenu(page).locator('summary', { hasText: name })
const entriesOf = (page: Page, name: string) =>
  mainMenu(page)
    .getByRole('listitem')
    .filter({ has: page.locator('summary', { hasText: name }) })
    .getByRole('link')

for (const { name, entries } of menus) {
  test(`the menu ${name} shows its entries with emoji, and each leads to its page`, async ({ page }) => {
    await visit(page, '/impressum')
    await opener(page, name).click()
    const links = entriesOf(page, name)
    await expect(links).toHaveCount(entries.length)
    for (const [index, entry] of entries.entries()) {
      await expect(links.nth(index)).toBeVisible()
      await expect(links.nth(index)).toContainText(entry)
      await expect(links.nth(index)).toContainText(/\p{Extended_Pictographic}/u)
      const path = (await links.nth(index).getAttribute('href')) ?? ''
      expect((await page.request.get(path, { maxRedirects: 0 })).status(), path).toBe(200)
    }
    await links.first().click()
    await expect(links.first()).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Impressum')
  })
}

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

test('only one menu is open, and a press elsewhere closes it', async ({ page }) => {
  await visit(page, '/')
  await opener(page, 'Stars').click()
  await opener(page, 'Charts').click()
  await expect(entriesOf(page, 'Stars').first()).toBeHidden()
  await expect(entriesOf(page, 'Charts').first()).toBeVisible()
  await page.getByRole('contentinfo').click({ position: { x: 2, y: 2 } })
  await expect(entriesOf(page, 'Charts').first()).toBeHidden()
})

test('the place one is at is underlined in the main menu', async ({ page }) => {
  const underline = (name: string) =>
    mainMenu(page)
      .locator('.menu-entry', { hasText: name })
      .evaluate((entry) => getComputedStyle(entry).borderBottomColor)
  await visit(page, '/kalender')
  const marked = await underline('Kalender')
  expect(marked).not.toBe(await underline('Stars'))
  await expect(mainMenu(page).getByRole('link', { name: 'Kalender' })).toHaveAttribute('aria-current', 'page')
  await page.goto('/stars/voting')
  await alive(page)
  expect(await underline('Stars')).toBe(marked)
  expect(await underline('Kalender')).not.toBe(marked)
})

test('the main menu shows from 1024 px on, the bottom bar below', async ({ page }) => {
  await visit(page, '/')
  const bottomBar = page.getByRole('navigation', { name: 'Schnellzugriff' })
  await page.setViewportSize({ width: 1024, height: 700 })
  await expect(mainMenu(page)).toBeVisible()
  await expect(bottomBar).toBeHidden()
  await page.setViewportSize({ width: 1023, height: 700 })
  await expect(mainMenu(page)).toBeHidden()
  await expect(bottomBar).toBeVisible()
})

test('the menu tells which group holds the page, and which entry is the page', async ({ page }) => {
  await visit(page, '/trashtalk/umfragen')
  const current = mainMenu(page).locator('summary[aria-current=true]')
  await expect(current).toHaveText('Trashtalk')
  await current.click()
  await expect(mainMenu(page).locator('[aria-current=page]').filter({ visible: true })).toContainText('Umfragen')
})
