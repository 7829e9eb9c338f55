import { DOMParser } from '@xmldom/xmldom'
import { expect, test } from 'vitest'
import { attributesOf, documentOf, headlinesOf, jsonLdOf, metaOf } from '../../support/site/html.ts'
import { site, siteUrl } from '../../support/site/requests.ts'
import { samplesOfRun } from '../../support/site/samples.ts'

const samples = await samplesOfRun()

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)

test('robots.txt keeps private areas out and names the sitemap', async () => {
  const answer = await site.get('/robots.txt')
  expect(answer.headers()['content-type']).toMatch(/^text\/plain/)
  const lines = (await answer.text()).split('\n')
  for (const area of ['/account', '/admin', '/auth', '/rest/v1/']) expect(lines).toContain(`Disallow: ${area}`)
  expect(lines).toContain(`Sitemap: ${siteUrl()}/sitemap.xml`)
})

test('the sitemap lists pages of every kind, each once, each to be found and to be listed', async () => {
  const answer = await site.get('/sitemap.xml')
  expect(answer.headers()['content-type']).toBe('application/xml; charset=utf-8')
  const xml = await answer.text()
  const pages = locations(xml)
  expect(new Set(pages).size).toBe(pages.length)
  for (const sample of Object.values(samples)) expect(pages).toContain(siteUrl() + encodeURI(decodeURI(sample.path)))
  expect(xml).toMatch(/<lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
  // A sample: the crawl for e-mail addresses reads most of the others.
  for (const page of pages.filter((_, index) => index % 10 === 0)) {
    const found = await site.get(page, { maxRedirects: 0 })
    expect(found.status(), page).toBe(200)
    expect(metaOf(await found.text(), 'robots'), page).toEqual([])
  }
})

/** Content lines of RFC 5545, unfolded. */
const unfold = (text: string) => text.replace(/\r\n[ \t]/g, '').split('\r\n')

test('calendar feeds are RFC 5545 in Berlin time with stable ids', async () => {
  for (const path of ['/kalender.ics', `${samples.format.path}.ics`]) {
    const answer = await site.get(path)
    expect(answer.headers()['content-type'], path).toMatch(/^text\/calendar; charset=utf-8/)
    const text = await answer.text()
    expect(text.replace(/\r\n/g, ''), 'lines end with CRLF').not.toMatch(/[\r\n]/)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const lines = unfold(text)
    const values = (name: string) =>
      lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length))
    const begins = lines.filter((line) => line === 'BEGIN:VEVENT').length
    expect(begins).toBeGreaterThan(0)
    expect(new Set(values('UID:')).size).toBe(begins)
    expect(values('DTSTAMP:')).toHaveLength(begins)
    for (const stamp of values('DTSTAMP:')) expect(stamp).toMatch(/^\d{8}T\d{6}Z$/)
    expect(values('DTSTART;TZID=Europe/Berlin:').filter((at) => /^\d{8}T\d{6}$/.test(at))).toHaveLength(begins)
    expect(lines).toContain('TZID:Europe/Berlin')
  }
})

test('the calendar feed and the page name the same broadcasts', async () => {
  const lines = unfold(await (await site.get('/kalender.ics')).text())
  const starts = lines.filter((line) => line.startsWith('DTSTART;')).map((line) => line.slice(-15))
  const page = documentOf(await (await site.get('/kalender?ansicht=liste')).text())
  const shown = attributesOf(page, 'main article time', 'datetime')
  expect(shown.length).toBeGreaterThan(0)
  for (const at of shown) expect(starts).toContain(`${at.replace(/[-:]/g, '')}00`)
})

test('the RSS feed of Trashtalk has the newest posts, well-formed', async () => {
  const answer = await site.get('/trashtalk.rss')
  expect(answer.headers()['content-type']).toBe('application/rss+xml; charset=utf-8')
  const xml = await answer.text()
  // The parser throws if the document is not well-formed.
  const feed = new DOMParser({
    onError: (level, message) => expect.unreachable(`${level}: ${message}`),
  }).parseFromString(xml, 'application/xml')
  const textIn = (element: Pick<typeof feed, 'getElementsByTagName'>, name: string) =>
    element.getElementsByTagName(name)[0]?.textContent ?? ''
  const items = [...feed.getElementsByTagName('item')].map((item) => ({
    title: textIn(item, 'title'),
    link: textIn(item, 'link'),
    date: Date.parse(textIn(item, 'pubDate')),
  }))
  expect(textIn(feed, 'language')).toBe('de')
  const dates = items.map(({ date }) => date)
  expect(dates.length).toBeGreaterThanOrEqual(20)
  expect(dates).toEqual([...dates].sort((one, other) => other - one))
  // The oldest entry: other journeys write and delete newer ones.
  const oldest = items.at(-1)
  const link = oldest?.link ?? ''
  expect(link).toMatch(new RegExp(`^${siteUrl()}/trashtalk/(geruechte|umfragen|diskussionen)/\\d{4}/\\d\\d/\\d\\d/`))
  expect(headlinesOf(await (await site.get(link)).text())).toEqual([
    oldest?.title.replace(/^(Gerücht|Bestätigt): /, ''),
  ])
})

test('each kind has a feed of its own, which its pages announce', async () => {
  for (const [path, feed] of [
    ['/trashtalk', '/trashtalk.rss'],
    ['/trashtalk/umfragen', '/trashtalk/umfragen.rss'],
    [samples.rumor.path, '/trashtalk.rss'],
  ]) {
    const page = documentOf(await (await site.get(path ?? '')).text())
    expect(attributesOf(page, 'link[rel=alternate][type="application/rss+xml"]', 'href')).toEqual([feed])
  }
  const xml = await (await site.get('/trashtalk/umfragen.rss')).text()
  expect(xml).toContain(`<link>${siteUrl()}/trashtalk/umfragen</link>`)
  const kinds = [...xml.matchAll(/<category>([^<]*)</g)].map(([, kind]) => kind)
  expect(kinds.length).toBeGreaterThan(3)
  expect(new Set(kinds)).toEqual(new Set(['Umfrage']))
})

const documents: [kind: 'star' | 'format' | 'season' | 'rumor' | 'poll' | 'discussion', type: string][] = [
  ['star', 'Person'],
  ['format', 'TVSeries'],
  ['season', 'TVSeason'],
  ['rumor', 'DiscussionForumPosting'],
  ['poll', 'DiscussionForumPosting'],
  ['discussion', 'DiscussionForumPosting'],
]
for (const [kind, type] of documents) {
  test(`a ${kind} is described as ${type}, with its own address`, async () => {
    const { path, text } = samples[kind]
    const html = await (await site.get(path)).text()
    const described = jsonLdOf(html).find((document) => document['@type'] === type)
    expect(described?.['@context']).toBe('https://schema.org')
    expect(JSON.stringify(described)).toContain(siteUrl() + path)
    if (kind !== 'format' && kind !== 'season') {
      const named = String(described?.name ?? described?.headline)
      expect(named.replace(/^(Gerücht|Bestätigt|Widerlegt): /, '')).toBe(text)
    }
    expect(metaOf(html, 'og:url')).toEqual([siteUrl() + path])
    expect(metaOf(html, 'og:image')[0]).toMatch(/^https?:\/\//)
    expect((await site.get(metaOf(html, 'og:image')[0] ?? '')).headers()['content-type']).toMatch(/^image\//)
  })
}

test('the calendar describes its broadcasts, the start page the site', async () => {
  const types = async (path: string) =>
    jsonLdOf(await (await site.get(path)).text()).map((document) => document['@type'])
  expect(await types('/kalender')).toContain('BroadcastEvent')
  expect(await types('/')).toContain('WebSite')
  for (const kind of ['star', 'format', 'season', 'rumor'] as const)
    expect(await types(samples[kind].path), kind).toContain('BreadcrumbList')
  expect(await types(samples.member.path)).toContain('ProfilePage')
  for (const path of ['/stars', '/formate']) expect(await types(path)).toContain('ItemList')
})
