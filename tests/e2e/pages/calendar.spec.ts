import type { Page } from '@playwright/test'
import { addressOf, expect, scrollTo, test, visit } from '../support/journey.ts'

const view = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const broadcasts = (page: Page) => page.getByRole('main').getByRole('article').filter({ visible: true })
const berlinToday = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

test('views are in the address, and the way back leads through them', async ({ page }) => {
  await visit(page, '/kalender')
  await expect(page.getByText(/^KW \d+ · /)).toBeVisible()
  await view(page, 'Monat').click()
  await expect(page).toHaveURL('/kalender?ansicht=monat')
  await expect(page.getByRole('table', { name: /^\p{L}+ \d{4}$/u })).toBeVisible()
  await view(page, 'Liste').click()
  await expect(page).toHaveURL('/kalender?ansicht=liste')
  await expect(page.getByRole('heading', { level: 2, name: 'Heute' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/kalender?ansicht=monat')
  await expect(view(page, 'Monat')).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(page.getByText(/^KW \d+ · /)).toBeVisible()
})

test('weeks are turned by link and arrow key, and Heute leads back', async ({ page }) => {
  const today = berlinToday()
  await visit(page, '/kalender?ansicht=woche')
  const shown = await page.getByText(/^KW \d+ · /).innerText()
  const turn = page.getByRole('navigation', { name: 'Blättern' }).getByRole('link')
  await turn.last().click()
  await expect(page.getByText(/^KW \d+ · /)).not.toHaveText(shown)
  const { searchParams } = new URL(page.url())
  const next = searchParams.get('datum') ?? ''
  expect(next > today && next <= dayAfter(today, 7)).toBe(true)
  expect(new Date(`${next}T12:00:00Z`).getUTCDay(), 'a Monday').toBe(1)
  await turn.last().blur()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(new RegExp(`datum=${dayAfter(next, 7)}`))
  await view(page, 'Heute').click()
  await expect(page).toHaveURL('/kalender?ansicht=woche')
  await expect(page.getByText(/^KW \d+ · /)).toHaveText(shown)
})

test('a day of the month leads to its list, whose days follow one another', async ({ page }) => {
  await visit(page, `/kalender?ansicht=monat&datum=2026-03-28`)
  await page.getByRole('table', { name: 'März 2026' }).getByRole('link', { name: /^29/ }).click()
  await expect(page).toHaveURL('/kalender?ansicht=liste&datum=2026-03-29')
  await page.getByRole('link', { name: 'Woche vor' }).click()
  await expect(page).toHaveURL('/kalender?ansicht=liste&datum=2026-03-30')
})

test('a chosen format stays through views, and its own feed is offered', async ({ page }) => {
  await visit(page, '/kalender?ansicht=liste')
  const first = broadcasts(page).first().getByRole('link', { name: /./ }).first()
  const format = ((await first.getAttribute('href')) ?? '').replace('/formate/', '')
  await page.getByRole('combobox', { name: 'Format' }).selectOption(format)
  await expect(page).toHaveURL(`/kalender?ansicht=liste&format=${format}`)
  await expect(page.getByRole('link', { name: '.ics abonnieren', exact: true })).toHaveAttribute(
    'href',
    `/formate/${format}.ics`,
  )
  const leadsTo = () =>
    broadcasts(page)
      .locator('h3 a')
      .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href')))])
  await expect.poll(leadsTo).toEqual([`/formate/${format}`])
  await view(page, 'Woche').click()
  await expect(page).toHaveURL(new RegExp(`format=${format}`))
})

test('a streaming service filters, and a second press takes the filter away', async ({ page }) => {
  await visit(page, '/kalender?ansicht=liste')
  const all = await broadcasts(page).count()
  const service = page.getByRole('main').getByRole('link', { name: 'Netflix', exact: true }).first()
  await service.click()
  await expect(page).toHaveURL('/kalender?ansicht=liste&anbieter=netflix')
  await expect(service).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => broadcasts(page).count()).toBeLessThan(all)
  for (const text of await broadcasts(page).allInnerTexts()) expect(text).toContain('Netflix')
  await service.click()
  await expect(page).toHaveURL('/kalender?ansicht=liste')
})

test('the list goes on by itself to the last planned week and says that it ends', async ({ page }) => {
  await visit(page, '/kalender?ansicht=liste')
  const before = await broadcasts(page).count()
  await scrollTo(page, /^Bis .+ ist nichts weiter geplant\.$/)
  expect(await broadcasts(page).count()).toBeGreaterThan(before)
  const days = await page
    .getByRole('main')
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
  const shown = days.filter((day) => day !== null)
  expect(shown).toEqual([...shown].sort())
})

test('a week without broadcasts is a pause, an impossible date is today', async ({ page }) => {
  await visit(page, '/kalender?ansicht=woche&datum=2099-01-05')
  await expect(page.getByText('Sendepause. Geh mal raus.')).toHaveCount(7)
  await page.goto('/kalender?ansicht=liste&datum=2026-02-31')
  await expect(page.getByRole('heading', { level: 2, name: 'Heute' })).toBeVisible()
})

test.describe('far from Berlin', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('times stay those of Berlin', async ({ page }) => {
    const html = (await (await visit(page, '/kalender?ansicht=liste'))?.text()) ?? ''
    const written = [...html.matchAll(/<time [^>]*datetime="\d{4}-\d\d-\d\dT(\d\d:\d\d)"/gi)].map(([, time]) => time)
    await expect(page.getByRole('heading', { level: 2, name: 'Heute' })).toBeVisible()
    const shown = await broadcasts(page).locator('time').allInnerTexts()
    expect(shown.length).toBeGreaterThan(0)
    expect(shown).toEqual(written.slice(0, shown.length))
    expect(addressOf(page)).toBe('/kalender?ansicht=liste')
  })
})
