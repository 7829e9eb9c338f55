import { expect, test, visit } from '../support/journey.ts'

const tabs = ['Home', 'Stars', 'Formate', 'Trashtalk', 'Charts', 'Kalender']

/** A tab is active when the path equals or starts with the tab's path. */
const active = [
  { path: '/', tab: 'Home' },
  { path: '/stars', tab: 'Stars' },
  { path: '/stars/voting', tab: 'Stars' },
  { path: '/formate', tab: 'Formate' },
  { path: '/trashtalk/umfragen', tab: 'Trashtalk' },
  { path: '/charts/community/karma-champs', tab: 'Charts' },
  { path: '/kalender?ansicht=monat', tab: 'Kalender' },
  { path: '/impressum', tab: undefined },
]

test('the bottom bar marks the tab of the page', async ({ page }) => {
  const bar = page.getByRole('navigation', { name: 'Schnellzugriff' })
  for (const { path, tab } of active) {
    await page.goto(path)
    await expect(bar.getByRole('link')).toHaveText(tabs)
    await expect(bar.locator('[aria-current=page]'), path).toHaveText(tab ? [tab] : [])
  }
})

test('the bottom bar is 72 px high, stays in view and leads on', async ({ page }) => {
  await visit(page, '/stars')
  const bar = page.getByRole('navigation', { name: 'Schnellzugriff' })
  expect((await bar.boundingBox())?.height).toBe(72)
  await page.evaluate(() => window.scrollTo(0, 900))
  await expect(bar).toBeInViewport({ ratio: 1 })
  await bar.getByRole('link', { name: 'Formate' }).click()
  await expect(page).toHaveURL('/formate')
  await expect(bar.getByRole('link', { name: 'Formate' })).toHaveAttribute('aria-current', 'page')
})

test('the header is 64 px high and offers search, account and Login', async ({ page }) => {
  await visit(page, '/')
  const header = page.getByRole('banner')
  expect((await header.boundingBox())?.height).toBe(64)
  await expect(header.getByRole('button', { name: 'Suche öffnen' })).toBeVisible()
  await header.getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('dialog', { name: 'Anmeldung erforderlich' })).toBeVisible()
})

test('search takes the short placeholder and fits the screen', async ({ page }) => {
  await visit(page, '/')
  await page.getByRole('button', { name: 'Suche öffnen' }).tap()
  await expect(page.getByRole('combobox', { name: 'Suche' })).toHaveAttribute('placeholder', 'Suche...')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
