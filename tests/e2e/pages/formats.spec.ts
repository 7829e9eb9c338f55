import type { Page } from '@playwright/test'
import { expect, test, visit } from '../support/journey.ts'

const tiles = (page: Page) => page.getByRole('main').getByRole('article')
const count = (page: Page) => page.getByRole('main').getByRole('status').first()

test('formats with a next episode come first, then the ones most took part in', async ({ page }) => {
  await visit(page, '/formate')
  const texts = await tiles(page).allInnerTexts()
  expect(texts.length).toBeGreaterThanOrEqual(12)
  const order = texts.map((text) => ({
    pauses: /\bPause\b/.test(text),
    participants: Number(/(\d+) dabei/.exec(text)?.[1]),
  }))
  const wanted = [...order].sort(
    (one, other) => Number(one.pauses) - Number(other.pauses) || other.participants - one.participants,
  )
  expect(order).toEqual(wanted)
  await expect(page.getByText('Das waren alle. Mehr Fernsehen gibt’s nicht.')).toBeVisible()
})

test('a tile names when it runs next, how many took part and its top stars', async ({ page }) => {
  await visit(page, '/formate')
  const tile = tiles(page).first()
  // Within a week the time, later the day.
  await expect(tile).toContainText(/\d\d:\d\d|\d{1,2}\. (\p{L}+)/u)
  await expect(tile).toContainText(/\d+ dabei/)
  await expect(tile.getByLabel(/^Top-Stars: /)).toBeVisible()
})

test('search and filters are in the address, and nothing found says so', async ({ page, samples }) => {
  await visit(page, '/formate')
  const field = page.getByRole('searchbox', { name: 'Formate durchsuchen' })
  const term = samples.format.text.split(' ').at(-1) ?? ''
  await field.pressSequentially(term)
  await expect(page).toHaveURL(`/formate?q=${encodeURIComponent(term)}`)
  await expect(count(page)).toHaveText(/^(1 Format passt|\d+ Formate passen)\.$/)
  await field.fill('')
  await expect(page).toHaveURL('/formate')
  await page.getByRole('combobox', { name: 'Streaming' }).selectOption('Netflix')
  await expect(page).toHaveURL('/formate?anbieter=netflix')
  await expect(count(page)).toHaveText(/pass/)
  await field.pressSequentially('xyzzy')
  await expect(page.getByText('Keine Ergebnisse für „xyzzy“ gefunden')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Alle Formate' }).click()
  await expect(page).toHaveURL('/formate')
  await expect(page.getByRole('combobox', { name: 'Streaming' })).toHaveValue('')
})

test('a format shows where and when it runs, its seasons newest first and its stars', async ({ page, samples }) => {
  await visit(page, samples.format.path)
  for (const name of ['Nächste Folge', 'Staffeln', 'Top-Stars', /^Trashtalk über /])
    await expect(page.getByRole('region', { name })).toBeVisible()
  const timer = page.getByRole('region', { name: 'Nächste Folge' }).getByRole('timer')
  await expect(timer).toHaveAccessibleName(/(Tag|Stunde|Minute)/)
  await expect(page.getByRole('link', { name: '.ics abonnieren' })).toHaveAttribute(
    'href',
    `${samples.format.path}.ics`,
  )
  const seasons = page.getByRole('region', { name: 'Staffeln' }).getByRole('link')
  const years = await seasons.evaluateAll((links) =>
    links.map((link) => Number(link.getAttribute('href')?.split('-').at(-1))),
  )
  expect(years).toEqual([...years].sort((one, other) => other - one))
  await seasons.first().click()
  await expect(page).toHaveURL(samples.season.path)
})

test('a season shows its cast, its episodes and its neighbours', async ({ page, samples }) => {
  await visit(page, samples.season.path)
  await expect(page.getByRole('main').getByText(/^(kommt|läuft|beendet)$/)).toBeVisible()
  const cast = page.getByRole('region', { name: 'Cast' })
  const heads = await cast.getByRole('article').count()
  await expect(page.getByRole('main')).toContainText(`${heads} dabei`)
  await expect(page.getByRole('region', { name: 'Folgen' })).toBeVisible()
  const neighbours = page.getByRole('navigation', { name: 'Weitere Staffeln' })
  await neighbours
    .getByRole('link', { name: /^Staffel \d+$/ })
    .first()
    .click()
  await expect(page).not.toHaveURL(samples.season.path)
  await expect(page).toHaveURL(/\/staffel\//)
  await page.getByRole('navigation', { name: 'Weitere Staffeln' }).getByRole('link', { name: 'Alle Staffeln' }).click()
  await expect(page).toHaveURL(samples.format.path)
})
