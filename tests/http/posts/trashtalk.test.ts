import { expect, test } from 'vitest'
import { openPage, type ReadPage } from '../../support/site/page.ts'
import { site } from '../../support/site/requests.ts'
import { samplesOfRun } from '../../support/site/samples.ts'

const samples = await samplesOfRun()
const kinds = [
  { title: 'Gerüchte', path: '/trashtalk/geruechte', label: 'Gerücht' },
  { title: 'Umfragen', path: '/trashtalk/umfragen', label: 'Umfrage' },
  { title: 'Diskussionen', path: '/trashtalk/diskussionen', label: 'Diskussion' },
]
const end = 'Alle geladen. Tiefer fällt hier niemand.'
/** The page size of the interface. */
const pageSize = 20

/** A list from its first page to its last. */
async function allPages(path: string): Promise<ReadPage[]> {
  const pages = [await openPage(path)]
  for (let page = pages[0]; page && page.named('a', 'Mehr laden').length > 0; pages.push(page))
    page = await page.follow('Mehr laden')
  return pages
}
const posts = (page: ReadPage) =>
  page.main
    .find('article')
    .toArray()
    .map((element) => page.$(element))
const titles = (page: ReadPage) => page.addresses(page.main.find('article h2'))

test.each(kinds)('$title go on by a link to the end, each once, each with its kind', async ({ title, path, label }) => {
  const overview = await openPage('/trashtalk')
  expect(overview.link('Alle', overview.region(title))).toBe(path)
  // In this order debunked rumors are there as well.
  const pages = await allPages(`${path}?sortierung=aktiv`)
  expect(titles(pages[0] as ReadPage)).toHaveLength(pageSize)
  expect(pages[1]?.path).toContain('nach=')
  const all = pages.flatMap(titles)
  expect(new Set(all).size).toBe(all.length)
  for (const post of pages.flatMap(posts)) expect(post.text()).toContain(label)
  expect(pages.at(-1)?.main.text()).toContain(end)
})

test('rumors carry the status the team gave them, always in words', async () => {
  const all = (await allPages('/trashtalk/geruechte?sortierung=aktiv')).flatMap(posts)
  const withStatus = (status: string) => all.filter((post) => post.find('.stamp').text().includes(status))
  for (const status of ['Unbestätigt', 'Bestätigt', 'Widerlegt'])
    expect(withStatus(status).length, status).toBeGreaterThan(0)
  expect(withStatus('stätigt').length + withStatus('Widerlegt').length).toBe(all.length)
  const refuted = await openPage(withStatus('Widerlegt')[0]?.find('h2 a').attr('href') ?? '')
  const text = refuted.main.text()
  expect(text).toContain('Vom Team widerlegt.')
  // The correction comes before what it corrects.
  expect(text.indexOf('Vom Team widerlegt.')).toBeLessThan(text.indexOf(refuted.main.find('.prose').text()))
  expect(refuted.texts('button', refuted.region('Abstimmung'))).toEqual([])
  expect(refuted.$('meta[name=robots]').attr('content')).toBe('noindex')
})

test('an unconfirmed rumor shows how people see it and who decides', async () => {
  const rumors = posts(await openPage('/trashtalk/geruechte'))
  const open = rumors.find((post) => /Unbestätigt/.test(post.text()) && /\d\s*%/.test(post.text()))
  const page = await openPage(open?.find('h2 a').attr('href') ?? '')
  expect(page.main.text()).toContain('Über den Status entscheidet das Team, nicht die Mehrheit.')
  const vote = page.region('Abstimmung')
  expect(page.texts('button', vote)).toEqual(['Stimmt', 'Stimmt nicht'])
  const shares = [...vote.text().matchAll(/(\d+)\s*%/g)].map(([, share]) => Number(share))
  expect(shares).toHaveLength(2)
  expect((shares[0] ?? 0) + (shares[1] ?? 0)).toBe(100)
})

test('guests see the result of a poll at once, shares that make a whole', async () => {
  const page = await openPage(samples.poll.path)
  const vote = page.region('Abstimmung')
  const shares = page.texts('li', vote).map((text) => Number(/(\d+)\s*%/.exec(text)?.[1]))
  expect(shares.length).toBeGreaterThanOrEqual(2)
  const sum = shares.reduce((total, share) => total + share, 0)
  expect(Math.abs(sum - 100)).toBeLessThanOrEqual(shares.length)
  expect(page.texts('p', vote)).toContainEqual(expect.stringMatching(/^\d+ Stimmen?( · (endet|beendet) .+)?$/))
})

test('posts and comments are there to read', async () => {
  const page = await openPage(samples.discussion.path)
  expect(page.texts('h1')).toEqual([samples.discussion.text])
  expect(page.region(/^\d+ Kommentare?$/).find('article').length).toBeGreaterThan(0)
})

test('a deleted comment keeps its place without its author', async () => {
  const lists = await Promise.all(kinds.map(({ path }) => openPage(`${path}?sortierung=top&zeitraum=gesamt`)))
  const paths = [...new Set(lists.flatMap((list) => list.addresses()))].filter((path) =>
    /\/\d{4}\/\d\d\/\d\d\/[^#]+$/.test(path),
  )
  const documents = await Promise.all(paths.map(async (path) => ({ path, html: await (await site.get(path)).text() })))
  const found = documents.find(({ html }) => html.includes('[Gelöschter Kommentar]'))
  const page = await openPage(found?.path ?? 'no post has a deleted comment')
  const comment = posts(page).findLast((post) =>
    post.children('div').children('.comment-text, p').text().includes('[Gelöschter Kommentar]'),
  )
  expect(comment?.text()).toContain('Unbekannt')
  expect(comment?.find('> div > .reactions button[aria-label^=Herz]')).toHaveLength(0)
})

test('topics of a post lead to star or format, whose page names the post', async () => {
  const post = await openPage(samples.rumor.path)
  const [topic = ''] = post.addresses(post.named('ul', 'Themen'))
  expect(topic).toMatch(/^\/(stars|formate)\/[^/]+$/)
  const page = await openPage(topic)
  expect(page.named('a', samples.rumor.text, page.region(/^Trashtalk über/)).length).toBeGreaterThan(0)
})

test('a list of one topic names it in title and heading, also if it is empty, and can be widened', async () => {
  const post = await openPage(samples.rumor.path)
  const [topic = ''] = post.addresses(post.named('ul', 'Themen'))
  const name = (await openPage(topic)).texts('h1')[0] ?? ''
  const list = await (await openPage(topic)).follow('Alle Gerüchte')
  expect(list.texts('h1')).toEqual([`Gerüchte über ${name}`])
  expect(list.$('title').text()).toBe(`Gerüchte über ${name} – HoT`)
  expect(list.named('a', samples.rumor.text).length).toBeGreaterThan(0)
  const aside = await openPage('/trashtalk')
  const topics = aside.addresses(aside.region('Themen der Woche')).filter((path) => path.includes('tag='))
  expect(topics.length).toBeGreaterThan(3)
  expect((await openPage(topics[0] ?? '')).texts('h1')[0]).toMatch(/^Trashtalk über /)
})

test('the feed has all kinds in every order, each post once, and goes on by a link', async () => {
  for (const order of ['neu', 'aktiv', 'heiss', 'top']) {
    const pages = await allPages(`/trashtalk?sortierung=${order}`)
    const all = pages.flatMap(titles)
    expect(new Set(all).size).toBe(all.length)
    for (const { label } of kinds) expect(pages.map((page) => page.main.text()).join(), label).toContain(label)
    expect(pages.at(-1)?.main.text()).toContain(end)
  }
  const newest = posts(await openPage('/trashtalk?sortierung=neu')).map(
    (post) => post.find('time').attr('datetime') ?? '',
  )
  expect(newest).toEqual(newest.toSorted().reverse())
  const active = posts(await openPage('/trashtalk?sortierung=aktiv')).map((post) => post.find('.post-age').text())
  for (const age of active) expect(age).toMatch(/^aktiv (vor|gerade eben)/)
})

test('the overview shows no post twice', async () => {
  const shown = (await openPage('/trashtalk')).main
    .find('article h3 a')
    .toArray()
    .map((link) => link.attribs.href)
  expect(shown.length).toBeGreaterThan(10)
  expect(new Set(shown).size).toBe(shown.length)
})

test('a topic that is gone is an empty list that can be widened', async () => {
  const page = await openPage('/trashtalk/umfragen?tag=00000000-0000-4000-8000-000000000000')
  expect(page.main.text()).toContain('Dieses Thema gibt es nicht mehr.')
  const all = await page.follow('Alle Themen zeigen')
  expect(all.path).toBe('/trashtalk/umfragen')
  expect(posts(all).length).toBeGreaterThan(0)
})

test('writing asks guests to sign in and says why', async () => {
  const page = await (await openPage('/trashtalk/umfragen')).follow('Beitrag schreiben')
  expect(page.path).toBe('/trashtalk/erstellen?typ=umfrage')
  expect(page.main.text()).toContain('Zum Schreiben brauchst du ein Konto. Bitte melde dich an:')
})
