import type { Page } from '@playwright/test'
import { expect, test, visit } from '../support/journey.ts'

const main = (page: Page) => page.getByRole('main')
const broadcasts = (page: Page) => main(page).getByRole('article').filter({ visible: true })
const filter = (page: Page) => page.getByRole('button', { name: /^Filter/ })
const sheet = (page: Page) => page.getByRole('group', { name: 'Filter' })
const berlinToday = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const choice = (page: Page, day: string) =>
  main(page).getByRole('table').locator(`a[href$="ansicht=monat&datum=${day}"]`)

/** A day of this month with broadcasts in the future or past, never today. */
async function otherBusyDay(page: Page): Promise<string> {
  const days = await main(page)
    .locator('td:has(.month-event) a:visible')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('datum')))
  const [day] = days.filter((one) => one?.startsWith(berlinToday().slice(0, 7)))
  if (!day) throw new Error('no broadcast on another day of this month')
  return day
}

test('the first broadcast begins in the upper third, and what chooses stays in reach', async ({ page }) => {
  for (const width of [390, 320])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 })
      await visit(page, '/kalender')
      expect((await broadcasts(page).first().boundingBox())?.y).toBeLessThanOrEqual(280)
      await broadcasts(page)
        .nth(8)
        .evaluate((row) => row.scrollIntoView())
      await expect(filter(page)).toBeInViewport()
      await expect(main(page).getByRole('link', { name: 'Woche', exact: true })).toBeInViewport()
      const covered = await broadcasts(page)
        .nth(8)
        .evaluate((row) => {
          const { top, left } = row.getBoundingClientRect()
          return row.contains(document.elementFromPoint(left + 20, top + 30))
        })
      expect(covered, 'what is scrolled to lies below the bar').toBe(true)
    })
})

test('the filters are a sheet that says how many are set; Back, Escape and a choice close it', async ({ page }) => {
  await visit(page, '/kalender')
  await expect(sheet(page)).toBeHidden()
  await filter(page).tap()
  await expect(sheet(page)).toBeVisible()
  await page.waitForFunction(() => history.state?.hotOverlay)
  await page.goBack()
  await expect(sheet(page)).toBeHidden()
  await expect(page).toHaveURL('/kalender')

  await filter(page).press('Enter')
  await page.keyboard.press('Tab')
  await expect(sheet(page).getByRole('button', { name: 'Schließen' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await expect(filter(page)).toBeFocused()

  const all = await broadcasts(page).count()
  await filter(page).tap()
  await sheet(page).getByRole('link', { name: 'RTL', exact: true }).tap()
  await expect(page).toHaveURL('/kalender?sender=rtl')
  await expect(sheet(page)).toBeHidden()
  await expect(filter(page)).toHaveText(/1 gesetzt/)
  await expect.poll(() => broadcasts(page).count()).toBeLessThan(all)
  await filter(page).tap()
  await sheet(page).getByRole('link', { name: 'Filter zurücksetzen' }).tap()
  await expect(page).toHaveURL('/kalender')
  await expect(filter(page)).toHaveText('Filter')
})

test('the filters open before the page is alive', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/kalender', { waitUntil: 'commit' })
  await filter(page).tap()
  await expect(sheet(page)).toBeVisible()
  held.resolve()
  await page.waitForFunction(() => history.state?.hotOverlay)
  await page.goBack()
  await expect(sheet(page)).toBeHidden()
  await expect(page).toHaveURL('/kalender')
})

test('the month shows the programme of today, and that of a pressed day without leaving', async ({ page }) => {
  await visit(page, '/kalender?ansicht=monat')
  await expect(main(page).getByRole('heading', { level: 2, name: 'Heute' })).toBeVisible()
  const day = await otherBusyDay(page)
  const link = choice(page, day)
  const named = await link.locator('xpath=ancestor::td').locator('.month-event').count()
  await link.tap()
  await expect(page).toHaveURL(`/kalender?ansicht=monat&datum=${day}`)
  await expect(main(page).locator(`#tag-${day}`).first()).toBeInViewport()
  expect(await broadcasts(page).count()).toBeGreaterThanOrEqual(named)
  await expect(link).toHaveAttribute('aria-current', 'date')
  await expect(main(page).getByRole('heading', { level: 2, name: 'Heute' })).toBeHidden()

  // The next month begins with its first day, and the way back leads to today.
  await page.getByRole('navigation', { name: 'Blättern' }).getByRole('link').last().tap()
  await expect(page).toHaveURL(/datum=\d{4}-\d\d-01$/)
  await page.getByRole('navigation', { name: 'Blättern' }).getByRole('link').first().tap()
  await expect(page).toHaveURL('/kalender?ansicht=monat')
  await expect(main(page).getByRole('heading', { level: 2, name: 'Heute' })).toBeVisible()
})

test('the week begins with today; the days before it are one press away, and other weeks are whole', async ({
  page,
}) => {
  const days = main(page).locator('.week-grid > li').filter({ visible: true })
  const today = berlinToday()
  const weekday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7
  await visit(page, '/kalender?ansicht=woche')
  await expect(days).toHaveCount(7 - weekday)
  await expect(days.first()).toContainText('Heute')
  if (weekday > 0) {
    await page.getByRole('checkbox', { name: /zeigen$/ }).press('Space')
    await expect(days).toHaveCount(7)
  }
  await visit(page, `/kalender?ansicht=woche&datum=${dayAfter(today, 14)}`)
  await expect(days).toHaveCount(7)
  await expect(page.getByRole('checkbox', { name: /zeigen$/ })).toHaveCount(0)
  const cut = await main(page)
    .locator('.week-event h3')
    .evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth + 1).length)
  expect(cut).toBe(0)
})

test.describe('without JavaScript', () => {
  // The policy keeps the scripts away, which the browser logs.
  test.use({ javaScriptEnabled: false, faultsExpected: true })

  test('filters, days of the month and past days are there', async ({ page }) => {
    await page.goto('/kalender?ansicht=monat')
    await filter(page).tap()
    await sheet(page).getByRole('combobox', { name: 'Format' }).selectOption({ index: 1 })
    await sheet(page).getByRole('button', { name: 'Anzeigen' }).tap()
    await expect(page).toHaveURL(/\/kalender\?.*format=/)
    await expect(filter(page)).toHaveText(/1 gesetzt/)
    await page.goto('/kalender?ansicht=monat')
    const day = await otherBusyDay(page)
    await choice(page, day).tap()
    await expect(main(page).locator(`#tag-${day}`).first()).toBeVisible()
  })
})
