import { expect, test } from 'vitest'
import { openPage, type ReadPage } from '../../support/site/page.ts'
import { samplesOfRun } from '../../support/site/samples.ts'

const samples = await samplesOfRun()
/** The content of each tile beside its name. */
const facts = (page: ReadPage) =>
  page.main
    .find('article')
    .toArray()
    .map((tile) => page.texts('.format-facts > span', page.$(tile)).join(' '))
const count = (page: ReadPage) => page.texts('[role=status]')[0]

test('formats with a next episode come first, then the ones most took part in', async () => {
  const page = await openPage('/formate')
  const order = facts(page).map((text) => ({
    pauses: /\bPause\b/.test(text),
    participants: Number(/(\d+) dabei/.exec(text)?.[1]),
  }))
  expect(order.length).toBeGreaterThanOrEqual(12)
  const wanted = [...order].sort(
    (one, other) => Number(one.pauses) - Number(other.pauses) || other.participants - one.participants,
  )
  expect(order).toEqual(wanted)
  expect(page.main.text()).toContain('Das waren alle. Mehr Fernsehen gibt’s nicht.')
})

test('a tile names when it runs next, how many took part and its top stars', async () => {
  const page = await openPage('/formate')
  const [first] = facts(page)
  // What runs, within a week the time, later the day.
  expect(first).toMatch(/läuft gerade|\d\d:\d\d|\d{1,2}\. (\p{L}+)/u)
  expect(first).toMatch(/\d+ dabei/)
  expect(page.main.find('article').first().find('[aria-label^="Top-Stars: "]')).toHaveLength(1)
})

test('the search and its filters are a form, and nothing found says so', async () => {
  const page = await openPage('/formate')
  const term = samples.format.text.split(' ').at(-1) ?? ''
  const found = await page.submit(page.main.find('form'), { q: term })
  expect(count(found)).toMatch(/^(1 Format passt|\d+ Formate passen)\.$/)
  // A service that is both broadcaster and provider is offered once.
  const offered = page.texts('select option').filter((name) => name !== 'Alle')
  expect(offered).toEqual([...new Set(offered)])
  const filtered = await page.submit(page.main.find('form'), { anbieter: 'netflix' })
  expect(filtered.path).toMatch(/anbieter=netflix/)
  expect(count(filtered)).toMatch(/pass/)
  const nothing = await filtered.submit(filtered.main.find('form'), { q: 'xyzzy' })
  expect(nothing.path).toMatch(/anbieter=netflix/)
  expect(nothing.main.text()).toContain('Keine Ergebnisse für „xyzzy“ gefunden')
  expect(nothing.link('Alle Formate')).toBe('/formate')
})

test('a format shows where and when it runs, its seasons newest first and its stars', async () => {
  const page = await openPage(samples.format.path)
  const next = /^(Läuft gerade|Heute|Nächste Folge)$/
  for (const name of [next, 'Staffeln', 'Top-Stars', /^Trashtalk über /]) page.region(name)
  const timer = page.region(next).find('[role=timer]').attr('aria-label')
  expect(timer ?? page.region(next).text()).toMatch(/Tag|Stunde|Minute|Läuft\. Mach an\./)
  expect(page.link('Einmal laden (.ics)')).toBe(`${samples.format.path}.ics`)
  const seasons = page.addresses(page.region('Staffeln'))
  const years = seasons.map((address) => Number(address.split('-').at(-1)))
  expect(years).toEqual([...years].sort((one, other) => other - one))
  expect(seasons[0]).toBe(samples.season.path)
})

test('a season shows its cast, its episodes and its neighbours', async () => {
  const page = await openPage(samples.season.path)
  expect(page.texts('.badge').filter((text) => /^(kommt|läuft|beendet)$/.test(text))).toHaveLength(1)
  const heads = page.region('Mit dabei').find('li').length
  expect(page.main.text()).toContain(`${heads} dabei`)
  page.region('Folgen')
  const neighbour =
    page
      .named('a', /^Staffel \d+$/, page.named('nav', 'Weitere Staffeln'))
      .first()
      .attr('href') ?? ''
  expect(neighbour).not.toBe(samples.season.path)
  const next = await openPage(neighbour)
  expect(next.path).toMatch(/\/staffel\//)
  expect(next.link('Alle Staffeln', next.named('nav', 'Weitere Staffeln'))).toBe(samples.format.path)
})
