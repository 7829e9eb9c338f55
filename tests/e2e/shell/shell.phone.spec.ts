import { expect, test, visit } from '../support/journey.ts'

/** Which tab is current on which page: tests/http/shell/menus.test.ts. */
test('header and bottom bar have their heights, stay in view and lead on', async ({ page }) => {
  await visit(page, '/stars')
  const bar = page.getByRole('navigation', { name: 'Schnellzugriff' })
  expect((await bar.boundingBox())?.height).toBe(72)
  await page.evaluate(() => window.scrollTo(0, 900))
  await expect(bar).toBeInViewport({ ratio: 1 })
  await bar.getByRole('link', { name: 'Formate' }).click()
  await expect(page).toHaveURL('/formate')
  await expect(bar.getByRole('link', { name: 'Formate' })).toHaveAttribute('aria-current', 'page')

  const header = page.getByRole('banner')
  expect((await header.boundingBox())?.height).toBe(64)
  const search = header.getByRole('button', { name: 'Suche öffnen' })
  await search.tap()
  const field = page.getByRole('combobox', { name: 'Suche' })
  await expect(field).toHaveAttribute('placeholder', 'Suche...')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.keyboard.press('Escape')
  await expect(search).toBeVisible()
  await header.getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('dialog', { name: 'Anmeldung erforderlich' })).toBeVisible()
})
