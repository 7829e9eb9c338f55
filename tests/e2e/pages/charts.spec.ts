import type { Page } from '@playwright/test'
import { expect, scrollTo, test, visit } from '../support/journey.ts'

const ranking = (page: Page) =>
  page
    .getByRole('region', { name: 'Rangliste' })
    .or(page.locator('section', { has: page.getByRole('heading', { name: 'Rangliste' }) }))
const rows = (page: Page) => ranking(page).getByRole('list').first().locator('> li')
const numbers = (texts: string[]) => texts.map((text) => Number(text.replace(/[^\d,]/g, '').replace(',', '.')))

const charts = [
  { title: 'HoT Bestenliste', path: '/charts/stars/hot-bestenliste', leadsTo: /^\/stars\// },
  { title: 'Format Statistiken', path: '/charts/stars/format-statistiken', leadsTo: /^\/formate\// },
  { title: 'Social-Media-Bestenliste', path: '/charts/stars/social-media-bestenliste', leadsTo: /^\/stars\// },
  { title: 'Meinungsmacher', path: '/charts/community/meinungsmacher', leadsTo: /^\/user\// },
  { title: 'Karma Champions', path: '/charts/community/karma-champs', leadsTo: /^\/user\// },
]

for (const { title, path, leadsTo } of charts) {
  test(`the overview leads to ${title}, with podium and explanation`, async ({ page }) => {
    await visit(page, '/charts')
    await page
      .getByRole('region', { name: title })
      .getByRole('link', { name: /^(Ganze Liste|Alle Zahlen)$/ })
      .click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    const podium = page.getByRole('main').locator('.podium').getByRole('link')
    await expect(podium).toHaveCount(3)
    for (const link of await podium.all()) await expect(link).toHaveAttribute('href', leadsTo)
    const explanation = page.getByRole('group').filter({ hasText: 'Wie wird das berechnet?' })
    await expect(explanation.getByRole('paragraph')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Charts' }).locator('[aria-current=page]')).toHaveCount(1)
  })
}

test('HoT Bestenliste counts down from the hottest to the last', async ({ page }) => {
  await visit(page, '/charts/stars/hot-bestenliste')
  await scrollTo(page, 'Alle geladen. Tiefer fällt hier niemand.')
  const scores = numbers(await rows(page).locator('.heat').allInnerTexts())
  expect(scores.length).toBeGreaterThan(30)
  expect(scores).toEqual([...scores].sort((one, other) => other - one))
  const ranks = numbers(await rows(page).locator('.rank').allInnerTexts())
  expect(ranks[0]).toBe(1)
  expect(ranks).toEqual([...ranks].sort((one, other) => one - other))
})

test('Format Statistiken are sorted by the column one presses, and the address says so', async ({ page }) => {
  await visit(page, '/charts/stars/format-statistiken')
  const table = page.getByRole('table')
  const column = (name: string) => table.getByRole('columnheader', { name })
  const values = async (name: string) => {
    const heads = await table.getByRole('columnheader').allInnerTexts()
    const at = heads.findIndex((head) => head.startsWith(name))
    const lines = await table.locator('tbody tr').all()
    return numbers(await Promise.all(lines.map((line) => line.locator('th, td').nth(at).innerText())))
  }
  await expect(table.locator('[aria-sort=descending]')).toHaveCount(1)
  await column('Staffeln').getByRole('link').click()
  await expect(page).toHaveURL(/\?sortierung=/)
  await expect(column('Staffeln')).toHaveAttribute('aria-sort', 'descending')
  const seasons = await values('Staffeln')
  expect(seasons.length).toBeGreaterThanOrEqual(12)
  expect(seasons).toEqual([...seasons].sort((one, other) => other - one))
  await page.goBack()
  await expect(page).toHaveURL('/charts/stars/format-statistiken')
  await expect(column('Staffeln')).not.toHaveAttribute('aria-sort')
})

test('Social-Media-Bestenliste counts one platform or all', async ({ page }) => {
  await visit(page, '/charts/stars/social-media-bestenliste')
  const platforms = page.getByRole('navigation', { name: 'Plattform' })
  const everywhere = await rows(page).allInnerTexts()
  await platforms.getByRole('link', { name: 'TikTok' }).click()
  await expect(page).toHaveURL('/charts/stars/social-media-bestenliste?plattform=tiktok')
  await expect(platforms.getByRole('link', { name: 'TikTok' })).toHaveAttribute('aria-current', /true|page/)
  await expect.poll(() => rows(page).allInnerTexts()).not.toEqual(everywhere)
  await scrollTo(page, 'Alle geladen. Der Rest hat wohl ein Leben.')
})

for (const { title, path } of charts.slice(3)) {
  test(`${title} counts 30 days or all time, and back restores`, async ({ page }) => {
    await visit(page, path)
    const windows = page.getByRole('main').getByRole('link', { name: /^(30 Tage|Gesamt)$/ })
    await expect(windows.filter({ hasText: '30 Tage' })).toHaveAttribute('aria-current', /true|page/)
    await windows.filter({ hasText: 'Gesamt' }).click()
    await expect(page).toHaveURL(`${path}?zeitraum=gesamt`)
    await expect(windows.filter({ hasText: 'Gesamt' })).toHaveAttribute('aria-current', /true|page/)
    expect(await rows(page).count()).toBeGreaterThan(3)
    await page.goBack()
    await expect(page).toHaveURL(path)
    await expect(windows.filter({ hasText: '30 Tage' })).toHaveAttribute('aria-current', /true|page/)
  })
}
