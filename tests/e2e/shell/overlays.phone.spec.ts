import type { Page } from '@playwright/test'
import { registerMember } from '../../support/site/members.ts'
import { newDiscussion } from '../../support/site/posts.ts'
import { expect, test, visit } from '../support/journey.ts'

// What the browser's history does with overlays: overlay-history.browser.test.tsx.

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Schnellzugriff' }).getByRole('link', { name })

const accountMenu = (page: Page) =>
  page
    .getByRole('banner')
    .locator('details')
    .filter({ has: page.locator('summary[aria-label="Account"]') })

test('Back closes the search and leaves the page; a hit is one step ahead of it', async ({ page }) => {
  await visit(page, '/')
  await tab(page, 'Stars').tap()
  await expect(page).toHaveURL('/stars')
  const headline = page.getByRole('heading', { level: 1, name: 'Stars' })
  await expect(headline).toBeVisible()
  // The router scrolls to the top before it gives the focus to the page.
  await expect(page.getByRole('main')).toBeFocused()
  await page.evaluate(() => window.scrollTo(0, 600))
  const search = page.getByRole('dialog', { name: 'Suche' })
  const open = page.getByRole('button', { name: 'Suche öffnen' })
  await open.tap()
  await page.getByRole('combobox', { name: 'Suche' }).fill('love')
  const place = await page.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(0)
  await page.goBack()
  await expect(search).toHaveCount(0)
  await expect(page).toHaveURL('/stars')
  expect(await page.evaluate(() => window.scrollY)).toBe(place)
  await page.goForward()
  await expect(headline).toBeVisible()
  await expect(search).toHaveCount(0)

  await open.tap()
  await page.getByRole('option').first().tap()
  await expect(search).toHaveCount(0)
  await expect(page).not.toHaveURL('/stars')
  await page.goBack()
  await expect(page).toHaveURL('/stars')
  await expect(search).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('Back closes the sign-in with a typed address and an open menu, one at a time', async ({ page }) => {
  await visit(page, '/')
  await tab(page, 'Formate').tap()
  await expect(page).toHaveURL('/formate')
  // The end of a navigation closes what is open.
  await expect(page.getByRole('main')).toBeFocused()
  const menu = accountMenu(page)
  await menu.locator('summary').tap()
  await expect(menu).toHaveAttribute('open')
  // What Back does is loaded with the first menu.
  await page.waitForFunction(() => history.state?.hotOverlay)
  await page.goBack()
  await expect(menu).not.toHaveAttribute('open')
  await expect(page).toHaveURL('/formate')

  await page.getByRole('banner').getByRole('link', { name: 'Login' }).last().tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Mit E-Mail' }).tap()
  await dialog.getByLabel('E-Mail').fill('anna@gmail.com')
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/formate')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('Back closes a menu that was opened before the page was alive', async ({ page }) => {
  await visit(page, '/')
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/formate', { waitUntil: 'commit' })
  const menu = accountMenu(page)
  await menu.locator('summary').tap()
  await expect(menu).toHaveAttribute('open')
  held.resolve()
  await page.waitForFunction(() => history.state?.hotOverlay)
  await page.goBack()
  await expect(menu).not.toHaveAttribute('open')
  await expect(page).toHaveURL('/formate')
})

test('Back asks before it throws away a report, and closes one thing at a time', async ({ page }) => {
  const post = await newDiscussion(page.request, await registerMember(page.request))
  await visit(page, '/trashtalk/diskussionen')
  await visit(page, post.path)
  const report = page.getByRole('dialog', { name: 'Beitrag melden' })
  const question = page.getByRole('dialog', { name: 'Eingaben verwerfen?' })
  await page.getByRole('button', { name: 'Melden', exact: true }).tap()
  await report.getByLabel('Worum geht es?').fill('Da steht meine Adresse.')
  await page.goBack()
  await expect(question).toBeVisible()
  // The step was entered again.
  await page.waitForFunction(() => history.state?.hotOverlay)
  await page.goBack()
  await expect(question).toHaveCount(0)
  await expect(report.getByLabel('Worum geht es?')).toHaveValue('Da steht meine Adresse.')
  await page.waitForFunction(() => history.state?.hotOverlay)
  await page.goBack()
  await question.getByRole('button', { name: 'Verwerfen' }).tap()
  await expect(report).toHaveCount(0)
  await expect(page).toHaveURL(post.path)
  // The step was taken away.
  await page.waitForFunction(() => !history.state?.hotOverlay)
  await page.goBack()
  await expect(page).toHaveURL('/trashtalk/diskussionen')
})

/** A link to another document, pressed right after the dialog was closed: in the same task, or in a later one. */
for (const later of [false, true]) {
  test(`a link that is pressed ${later ? 'just after' : 'as'} an overlay closes leads on, and Back from there to the page`, async ({
    page,
  }) => {
    await visit(page, '/formate')
    await page.getByRole('button', { name: 'Suche öffnen' }).tap()
    await expect(page.getByRole('dialog', { name: 'Suche' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state?.hotOverlay)).toBe(true)
    await page.evaluate((isLater) => {
      const link = document.createElement('a')
      link.href = '/impressum'
      document.body.append(link)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      if (isLater) setTimeout(() => link.click())
      else link.click()
    }, later)
    await expect(page).toHaveURL('/impressum')
    await page.goBack()
    await expect(page).toHaveURL('/formate')
    await expect.poll(() => page.evaluate(() => history.state?.hotOverlay ?? false)).toBe(false)
    await expect(page.getByRole('dialog', { name: 'Suche' })).toHaveCount(0)
  })
}
