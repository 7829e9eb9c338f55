import type { Page } from '@playwright/test'
import { expect, scrollTo, test, visit } from '../support/journey.ts'

const ranking = (page: Page) =>
  page
    .getByRole('region', { name: 'Rangliste' })
    .or(page.locator('section', { has: page.getByRole('heading', { name: 'Rangliste' }) }))
const rows = (page: Page) => ranking(page).getByRole('list').first().locator('> li')
const numbers = (texts: string[]) => texts.map((text) => Number(text.replace(/[^\d,]/g, '').replace(',', '.')))

test('the overview leads to charts, which count down to their end while one scrolls; column, platform and window are in the address, and back restores', async ({
  page,
}) => {
  await visit(page, '/charts')
  await page.getByRole('region', { name: 'HoT Bestenliste' }).getByRole('link', { name: 'Ganze Liste' }).click()
  await expect(page).toHaveURL('/charts/stars/hot-bestenliste')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('HoT Bestenliste')
  await scrollTo(page, 'Alle geladen. Tiefer fällt hier niemand.')
  const scores = numbers(await rows(page).locator('.heat').allInnerTexts())
  expect(scores.length).toBeGreaterThan(30)
  expect(scores).toEqual([...scores].sort((one, other) => other - one))
  const ranks = numbers(await rows(page).locator('.rank').allInnerTexts())
  expect(ranks[0]).toBe(1)
  expect(ranks).toEqual([...ranks].sort((one, other) => one - other))

  await visit(page, '/charts/stars/format-statistiken')
  const table = page.getByRole('table')
  const column = (name: string) => table.getByRole('columnheader', { name })
  await column('Staffeln').getByRole('link').click()
  await expect(page).toHaveURL(/\?sortierung=/)
  await expect(column('Staffeln')).toHaveAttribute('aria-sort', 'descending')
  await page.goBack()
  await expect(page).toHaveURL('/charts/stars/format-statistiken')
  await expect(column('Staffeln')).not.toHaveAttribute('aria-sort')

  const charts = page.getByRole('navigation', { name: 'Charts' })
  await charts.getByRole('link', { name: 'Social Media' }).click()
  const platforms = page.getByRole('navigation', { name: 'Plattform' })
  await expect(platforms).toBeVisible()
  const everywhere = await rows(page).allInnerTexts()
  await platforms.getByRole('link', { name: 'TikTok' }).click()
  await expect(page).toHaveURL('/charts/stars/social-media-bestenliste?plattform=tiktok')
  await expect(platforms.getByRole('link', { name: 'TikTok' })).toHaveAttribute('aria-current', /true|page/)
  await expect.poll(() => rows(page).allInnerTexts()).not.toEqual(everywhere)
  await scrollTo(page, 'Alle geladen. Der Rest hat wohl ein Leben.')

  for (const [name, path] of [
    ['Meinungsmacher', '/charts/community/meinungsmacher'],
    ['Karma Champions', '/charts/community/karma-champs'],
  ] as const) {
    await charts.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    const windows = page.getByRole('main').getByRole('link', { name: /^(30 Tage|Gesamt)$/ })
    await expect(windows.filter({ hasText: '30 Tage' })).toHaveAttribute('aria-current', /true|page/)
    // The address changes before the page does; until then these are the links of the chart before.
    await expect(windows.filter({ hasText: 'Gesamt' })).toHaveAttribute('href', `${path}?zeitraum=gesamt`)
    await windows.filter({ hasText: 'Gesamt' }).click()
    await expect(page).toHaveURL(`${path}?zeitraum=gesamt`)
    await expect(windows.filter({ hasText: 'Gesamt' })).toHaveAttribute('aria-current', /true|page/)
    await page.goBack()
    await expect(page).toHaveURL(path)
    await expect(windows.filter({ hasText: '30 Tage' })).toHaveAttribute('aria-current', /true|page/)
  }
})
