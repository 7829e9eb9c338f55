import { expect, test } from 'vitest'
import { openPage, type ReadPage } from '../../support/site/page.ts'
import { samplesOfRun } from '../../support/site/samples.ts'

const samples = await samplesOfRun()
const count = (page: ReadPage) => page.texts('[role=status]')[0] ?? ''
const names = (page: ReadPage) => page.texts('article h2')

test('the list goes on by a link to the last of all stars, none twice, and back to its beginning', async () => {
  const first = await openPage('/stars')
  const pages = [first]
  for (let page = first; page.named('a', 'Mehr Stars').length > 0; pages.push(page))
    page = await page.follow('Mehr Stars')
  expect(names(first).length).toBeGreaterThan(20)
  expect(pages[1]?.path).toMatch(/\/stars\?nach=/)
  const all = pages.flatMap(names)
  expect(all).toHaveLength(Number(/^[\d.]+/.exec(count(first))?.[0].replace('.', '')))
  expect(new Set(all).size).toBe(all.length)
  const again = await pages.at(-1)?.follow('Zum Anfang der Liste')
  expect(again && names(again)).toEqual(names(first))
})

test('the search is a form; what nobody is called leads to an empty list and back to everyone', async () => {
  const page = await openPage('/stars')
  const term = samples.star.text.split(' ')[0] ?? ''
  const found = await page.submit(page.main.find('form'), { q: term })
  expect(found.path).toBe(`/stars?q=${encodeURIComponent(term)}`)
  expect(count(found)).toMatch(new RegExp(`^\\d+ Treffer für „${term}“\\.$`))
  expect(names(found)).toContain(samples.star.text)
  for (const name of names(found)) expect(name).toContain(term)
  const nobody = await page.submit(page.main.find('form'), { q: 'xyzzy' })
  expect(nobody.main.text()).toContain('Keine Ergebnisse für „xyzzy“ gefunden')
  expect(nobody.link('Alle Stars')).toBe('/stars')
})

test('a letter and a sorting are links', async () => {
  const byName = await (await openPage('/stars')).follow('Name')
  expect(byName.path).toBe('/stars?sortierung=name')
  const [, initial = ''] = byName.texts('a', byName.region('A bis Z'))
  const page = await byName.follow(initial, byName.region('A bis Z'))
  expect(page.path).toMatch(new RegExp(`buchstabe=${initial}`))
  expect(count(page)).toMatch(new RegExp(`^\\d+ Stars mit ${initial}\\.$`))
  for (const name of names(page)) expect(name.normalize('NFD').toUpperCase()).toMatch(new RegExp(`^${initial}`))
})

test('a number in the address stays as it was written', async () => {
  const page = await openPage('/stars?q=123')
  expect(page.named('input', 'Stars durchsuchen').attr('value')).toBe('123')
})

test('a star shows score, the three questions, seasons and what is said; its season has it in the cast', async () => {
  const page = await openPage(samples.star.path)
  // The score is told once, with the votes; how it came about opens there.
  expect(page.named('[role=img]', /^HoT-Score [\d,]+ von 100$/)).toHaveLength(1)
  expect(page.region('Deine Stimme').find('[role=img]')).toHaveLength(1)
  for (const name of ['Deine Stimme', 'Wer ist das?', 'Staffeln', /^Trashtalk über /]) page.region(name)
  // Three questions, each from 1 to 5; without a script each answer leads to sign-in and back.
  const questions = page
    .region('Deine Stimme')
    .find('fieldset')
    .toArray()
    .map((it) => page.$(it))
  const legends = questions.map((it) => it.find('legend').text())
  expect(legends).toEqual([expect.stringMatching(/wieder sehen\?$/), 'Wie echt?', 'Wie viel Drama?'])
  const signIn = `/auth?weiter=${encodeURIComponent(samples.star.path)}`
  for (const question of questions) expect(page.addresses(question)).toEqual(Array(5).fill(signIn))
  expect(page.link('Fan werden')).toBe(signIn)
  const season = page.region('Staffeln').find('a').first().attr('href') ?? ''
  expect(season).toMatch(/^\/formate\/[^/]+\/staffel\/[^/]+$/)
  const cast = await openPage(season)
  expect(cast.link(samples.star.text, cast.region('Mit dabei'))).toBe(samples.star.path)
})

test('guests try one card; without JavaScript its button leads to the sign-in and back', async () => {
  const page = await (await openPage('/stars')).follow('Stars bewerten')
  expect(page.path).toBe('/stars/voting')
  const [star = ''] = page.addresses(page.main.find('h2'))
  expect(star).toMatch(/^\/stars\//)
  expect(page.main.find('fieldset input[type=radio]')).toHaveLength(15)
  const form = page.main.find('form')
  expect([form.attr('action'), form.find('input[name=weiter]').attr('value')]).toEqual(['/auth', '/stars/voting'])
})

test("a star's page shows everybody's answers and the score of the past", async () => {
  const page = await openPage(samples.star.path)
  const details = page.region('Deine Stimme').find('details')
  expect(details.find('summary').text()).toBe('Wie gewählt wurde')
  const verdicts = details.find('.verdict')
  expect(verdicts).toHaveLength(3)
  for (const verdict of verdicts.toArray()) {
    expect(page.$(verdict).text()).toMatch(/\d,\d von 5 · \d+ Stimmen/)
    const shares = page
      .$(verdict)
      .find('li')
      .toArray()
      .map((share) => Number.parseInt(page.$(share).text(), 10))
    expect(shares).toHaveLength(5)
    expect(shares.reduce((sum, share) => sum + share)).toBeGreaterThan(95)
  }
  expect(details.find('.score-history polyline').attr('points')?.split(' ').length).toBeGreaterThan(3)
})
