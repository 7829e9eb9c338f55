import { chartEntries, charts } from '@hot/domain/chart/entries'
import { expect, test } from 'vitest'
import { openPage, type ReadPage } from '../../support/site/page.ts'

/** What a chart ranks, by its path; the one of formats is in the group of stars. */
const ranked = (path: string) =>
  path === charts['format-statistiken'].path ? 'formate' : path.startsWith('/charts/stars/') ? 'stars' : 'user'
const rows = ({ main }: ReadPage) => main.find('.chart-row')
const numbers = (texts: string[]) => texts.map((text) => Number(text.replace(/[^\d,]/g, '').replace(',', '.')))
const isCurrent = (page: ReadPage, name: string) =>
  /^(true|page)$/.test(page.named('a', name).attr('aria-current') ?? '')

test.each(chartEntries)('the overview leads to $title, with podium and explanation', async ({ title, path }) => {
  const overview = await openPage('/charts')
  const page = await overview.follow(/^(Ganze Liste|Alle Zahlen)$/, overview.region(title))
  expect(page.path).toBe(path)
  expect(page.texts('h1')).toEqual([title])
  const podium = page.addresses(page.main.find('.podium'))
  expect(podium).toHaveLength(3)
  for (const address of podium) expect(address).toMatch(new RegExp(`^/${ranked(path)}/`))
  // Folded where it would be between podium and ranking.
  const explanation = page.main
    .find('details:not([open])')
    .filter((_, it) => /Wie wird das berechnet\?/.test(page.$(it).text()))
  expect(explanation.find('p').text()).not.toBe('')
  expect(page.region('Charts').find('[aria-current=page]')).toHaveLength(1)
})

test('HoT Bestenliste goes on by a link to the last, from the hottest down', async () => {
  const pages = [await openPage('/charts/stars/hot-bestenliste')]
  for (let page = pages[0]; page && page.named('a', 'Weiter nach unten').length > 0; pages.push(page))
    page = await page.follow('Weiter nach unten')
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.at(-1)?.main.text()).toContain('Alle geladen. Tiefer fällt hier niemand.')
  for (const { path } of pages.slice(1)) expect(path).toMatch(/nach=/)
  const scores = numbers(pages.flatMap((page) => page.texts('.heat', rows(page))))
  expect(scores.length).toBeGreaterThan(30)
  expect(scores).toEqual([...scores].sort((one, other) => other - one))
  const ranks = numbers(pages.flatMap((page) => page.texts('.rank', rows(page))))
  expect(ranks[0]).toBe(1)
  expect(ranks).toEqual([...ranks].sort((one, other) => one - other))
})

test('Format Statistiken are sorted by the column of the address', async () => {
  const first = await openPage('/charts/stars/format-statistiken')
  expect(first.main.find('[aria-sort=descending]')).toHaveLength(1)
  const page = await first.follow('Staffeln', first.main.find('table'))
  expect(page.path).toMatch(/\?sortierung=/)
  const heads = page.main.find('thead th').toArray()
  const at = heads.findIndex((head) => page.$(head).text().startsWith('Staffeln'))
  expect(heads[at]?.attribs['aria-sort']).toBe('descending')
  const seasons = numbers(
    page.main
      .find('tbody tr')
      .toArray()
      .map((row) => page.$(row).children('th, td').eq(at).text()),
  )
  expect(seasons.length).toBeGreaterThanOrEqual(12)
  expect(seasons).toEqual([...seasons].sort((one, other) => other - one))
})

test('Social-Media-Bestenliste counts one platform or all, and goes on by a link', async () => {
  const everywhere = await openPage('/charts/stars/social-media-bestenliste')
  const page = await everywhere.follow('TikTok', everywhere.region('Plattform'))
  expect(page.path).toBe('/charts/stars/social-media-bestenliste?plattform=tiktok')
  expect(isCurrent(page, 'TikTok')).toBe(true)
  expect(page.texts('.chart-row')).not.toEqual(everywhere.texts('.chart-row'))
  const next = await everywhere.follow('Weiter nach unten')
  expect(next.path).toMatch(/nach=/)
  expect(next.texts('.chart-row')).not.toEqual(everywhere.texts('.chart-row'))
})

test.each(chartEntries.filter(({ windowed }) => windowed))('$title counts 30 days or all time', async ({ path }) => {
  const month = await openPage(path)
  expect(isCurrent(month, '30 Tage')).toBe(true)
  const all = await month.follow('Gesamt')
  expect(all.path).toBe(`${path}?zeitraum=gesamt`)
  expect(isCurrent(all, 'Gesamt')).toBe(true)
  expect(rows(all).length).toBeGreaterThan(3)
})
