import type { Page } from '@playwright/test'
import { addressOf, expect, scrollTo, test, visit } from '../support/journey.ts'

const view = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const broadcasts = (page: Page) => page.getByRole('main').getByRole('article').filter({ visible: true })
const berlinToday = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

test('view, week and format are in the address, weeks turned by link and arrow key; back leads through views, a format stays through them', async ({
  page,
}) => {
  const today = berlinToday()
  const week = page.getByText(/^KW \d+ · /).filter({ visible: true })
  await visit(page, '/kalender')
  await expect(week).toBeVisible()
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
  await expect(week).toBeVisible()

  const shown = await week.innerText()
  const turn = page.getByRole('navigation', { name: 'Blättern' }).getByRole('link')
  await turn.last().click()
  await expect(week).not.toHaveText(shown)
  const next = new URL(page.url()).searchParams.get('datum') ?? ''
  expect(next > today && next <= dayAfter(today, 7)).toBe(true)
  expect(new Date(`${next}T12:00:00Z`).getUTCDay(), 'a Monday').toBe(1)
  await turn.last().blur()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(new RegExp(`datum=${dayAfter(next, 7)}`))
  await view(page, 'Heute').click()
  await expect(page).toHaveURL(/\/kalender(\?ansicht=woche)?$/)
  await expect(week).toHaveText(shown)

  await view(page, 'Liste').click()
  await expect(page).toHaveURL('/kalender?ansicht=liste')
  await expect(page.getByRole('heading', { level: 2, name: 'Heute' })).toBeVisible()
  // A broadcast that staff planned without a format has no link.
  const first = broadcasts(page).locator('a[href^="/formate/"]').first()
  const format = ((await first.getAttribute('href')) ?? '').split('/')[2] ?? ''
  await page.getByRole('combobox', { name: 'Format' }).selectOption(format)
  await expect(page).toHaveURL(`/kalender?ansicht=liste&format=${format}`)
  await page.getByText('Abonnieren', { exact: true }).click()
  await expect(page.getByRole('link', { name: 'Einmal laden (.ics)', exact: true })).toHaveAttribute(
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

test('what the server rendered stays, in whatever order the parameters are and whoever added others', async ({
  page,
}) => {
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      Reflect.set(window, 'rendered', document.querySelector('main h1'))
    }),
  )
  for (const address of [
    `/kalender?datum=${dayAfter(berlinToday(), 1)}&ansicht=monat`,
    '/kalender?sender=rtl&ansicht=monat&utm_source=brief',
    '/trashtalk/geruechte?zeitraum=30&sortierung=top',
    '/stars?fbclid=x&buchstabe=A&sortierung=name',
  ])
    await test.step(address, async () => {
      await visit(page, address)
      expect(await page.evaluate(() => (Reflect.get(window, 'rendered') as Element).isConnected)).toBe(true)
    })
})
