import { slugify } from '@hot/domain/text/slug'
import { DOMParser } from '@xmldom/xmldom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStubServer } from '../../support/server/stub-server.ts'
import { documentOf, headlinesOf, jsonLdOf, metaOf, titleOf } from '../../support/site/html.ts'
import { asGuest, asServer, registerMember } from '../../support/site/members.ts'
import { openPage } from '../../support/site/page.ts'
import { site } from '../../support/site/requests.ts'
import { publicRoutes, textOf } from '../../support/site/routes.ts'
import { type RudeWorld, rudeWorld, type Word } from '../../support/site/rude-world.ts'
import type { Samples } from '../../support/site/samples.ts'

let count = Math.trunc(Math.random() * 1e6)

/** What any of the formats that leave the server could take for its own: a formula, markup, quotes, separators, patterns. */
const strangeWord: Word = (length = 80) => {
  count += 1
  const text = `=${count} <b>Söhne</b> & "O'Neil" 100% \\ ; , +1 @x $& {{.X}} </script><i>🦩 אבג`
  const padded = length > [...text].length + 90 ? `${text} ${'Donau'.repeat(16)}\nzweite Zeile]]>-->` : text
  return [...padded].slice(0, length).join('').trim()
}

let world: RudeWorld
let samples: Samples

beforeAll(async () => {
  // All that nicknames allow: umlauts, full stops, underscores.
  const author = await registerMember(site, { nickname: `Änni.ß_${String(count).padStart(6, '0')}` })
  world = await rudeWorld(site, author, strangeWord)
  samples = world.samples
})
afterAll(() => world.remove())

/** In addresses each letter becomes two. */
const doubledWord: Word = (length = 80) => {
  count += 1
  return `${'ß'.repeat(length)}${count}`.slice(-length)
}

/** Markup of a name that became an element, and markup of ours or of a name that is read as text. */
function expectPlain(html: string, where: string): void {
  const $ = documentOf(html)
  const made = $('b, i').filter((_, element) => /^Söhne|^🦩/u.test($(element).text()))
  expect(
    made.toArray().map((element) => $.html(element)),
    where,
  ).toEqual([])
  $('script, style').remove()
  const attributes = $('*')
    .toArray()
    .flatMap((element) => ('attribs' in element ? Object.values(element.attribs) : []))
  for (const text of [$.root().text(), ...attributes])
    expect(text, where).not.toMatch(
      /&(?:amp|lt|gt|quot|apos|#x?[\da-f]+);|\[object|\ufffd|[\ud800-\udbff](?![\udc00-\udfff])/u,
    )
}

test('every page shows them as text, once escaped, in title, headline, head and structured data', async () => {
  for (const { name, path, title, h1 } of publicRoutes) {
    const html = await (await site.get(textOf(path, samples))).text()
    jsonLdOf(html)
    const [shown = ''] = headlinesOf(html)
    if (h1) expect(shown, name).toContain(textOf(h1, samples).replace(/\s+/g, ' '))
    if (title instanceof RegExp) expect(titleOf(html), name).toMatch(title)
    else if (title) expect(titleOf(html), name).toBe(textOf(title, samples))
    expect(metaOf(html, 'og:title'), name).toEqual([titleOf(html)])
    expectPlain(html, name)
  }
})

const described: [keyof Samples, ...types: string[]][] = [
  ['star', 'Person', 'BreadcrumbList'],
  ['format', 'TVSeries', 'BreadcrumbList'],
  ['season', 'TVSeason'],
  ['rumor', 'DiscussionForumPosting', 'BreadcrumbList'],
  ['poll', 'DiscussionForumPosting'],
  ['discussion', 'DiscussionForumPosting'],
  ['member', 'ProfilePage'],
  ['article', 'NewsArticle'],
]
test.each(described)('structured data and the picture of a %s name it as it is called', async (kind, ...types) => {
  const { path, text } = samples[kind]
  const html = await (await site.get(path)).text()
  for (const type of types) {
    const document = jsonLdOf(html).find((one) => one['@type'] === type)
    expect(textsIn(document), type).toContainEqual(expect.stringContaining(text))
  }
  const [picture = ''] = metaOf(html, 'og:image')
  const drawn = await site.get(picture)
  expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, expect.stringMatching(/^image\//)])
})

/** Every text in a JSON document. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []

test('the search finds each by its own name and shows what was typed', async () => {
  for (const { path, text } of [samples.star, samples.format, samples.poll, samples.article]) {
    // Queries have 100 characters at most.
    const typed = [...text].slice(0, 60).join('').trim()
    const page = await openPage(`/suche?q=${encodeURIComponent(typed)}`)
    expect(page.addresses(), text).toContain(path)
    expect(page.main.find('input[name=q]').val()).toBe(typed)
    expect(titleOf(page.html)).toContain(typed)
    expectPlain(page.html, text)
  }
})

const parsed = (xml: string) =>
  new DOMParser({ onError: (level, message) => expect.unreachable(`${level}: ${message}`) }).parseFromString(
    xml,
    'application/xml',
  )
const elements = (xml: string, name: string) =>
  [...parsed(xml).getElementsByTagName(name)].map(({ textContent }) => textContent ?? '')

/** Readers take titles as text or as HTML, so that they have neither `<` nor `>`. */
const asFeedTitle = (text: string) => text.replaceAll('<', '‹').replaceAll('>', '›')

const feedOf =
  (path: string, ...kinds: (keyof Samples)[]) =>
  async () => {
    const xml = await (await site.get(path)).text()
    for (const kind of kinds) {
      const mark = kind === 'rumor' ? 'Gerücht: ' : ''
      expect(elements(xml, 'title'), kind).toContain(asFeedTitle(mark + samples[kind].text))
    }
    for (const html of elements(xml, 'description')) expectPlain(html, path)
  }

/** A text of RFC 5545, unfolded and unescaped. */
function calendarText(entry: string, property: string): string {
  const line = entry
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .find((one) => one.startsWith(`${property}:`))
  const letters: Readonly<Record<string, string>> = { n: '\n', N: '\n' }
  return (line ?? '').slice(property.length + 1).replace(/\\(.)/g, (_, letter: string) => letters[letter] ?? letter)
}

const calendarOf = (path: () => Promise<string> | string) => async () => {
  const answer = await site.get(await path())
  expect(answer.status(), answer.headers()['content-type']).toBe(200)
  const text = await answer.text()
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const entry = text.split('BEGIN:VEVENT').find((part) => part.includes(`UID:${world.event}@hot`)) ?? ''
  const [{ title, channel, description }] = await rows<[Record<string, string>]>(`calendar_events?id=eq.${world.event}`)
  expect(calendarText(entry, 'SUMMARY')).toContain(samples.format.text)
  expect(calendarText(entry, 'SUMMARY')).toContain(title)
  expect(calendarText(entry, 'LOCATION')).toBe(channel)
  expect(calendarText(entry, 'DESCRIPTION')).toContain(description)
}

test('names whose addresses are as long as they get have pages, pictures and calendars', async () => {
  const long = await rudeWorld(site, await registerMember(site), doubledWord)
  try {
    for (const kind of ['star', 'format', 'season', 'article'] as const) {
      const html = await (await site.get(long.samples[kind].path)).text()
      expect(headlinesOf(html).join(), kind).toContain(long.samples[kind].text)
      expect((await site.get(metaOf(html, 'og:image')[0] ?? '')).status(), kind).toBe(200)
    }
    for (const path of [`${long.samples.format.path}.ics`, await channel(long, 'sender', 'channel')])
      expect((await site.get(path)).status(), path).toBe(200)
  } finally {
    await long.remove()
  }
})

async function rows<Rows>(query: string): Promise<Rows> {
  return (await site.get(`/rest/v1/${query}`, { headers: asServer() })).json() as Promise<Rows>
}

type Channel = [parameter: 'sender', column: 'channel'] | [parameter: 'anbieter', column: 'streaming_platform']

async function channel({ event: id }: RudeWorld, ...[parameter, column]: Channel): Promise<string> {
  const [event] = await rows<[Record<string, string>]>(`calendar_events?id=eq.${id}`)
  return `/kalender.ics?${parameter}=${slugify(event[column] ?? '')}`
}

/** Every route of the server, and what it makes of the names; or why no name of anybody leaves by it. */
const surfaces: Record<string, string | (() => Promise<void>)> = {
  '/*': 'the app: every page, above',
  '/health': 'state of the process',
  '/config.json': 'settings of the installation',
  '/_house.json': 'settings of the installation',
  '/_team/invite': 'answers with an id',
  '/robots.txt': 'fixed paths',
  '/.well-known/apple-app-site-association': 'ids of the apps',
  '/.well-known/assetlinks.json': 'ids of the apps',
  '/.well-known/security.txt': 'settings of the installation',
  '/_mailbox': 'mails as they were sent: server/mail',
  '/_mailbox.json': 'mails as they were sent: server/mail',
  '/abbestellen': 'a sentence',
  '/rest/v1/*': async () => {
    for (const kind of ['star', 'format', 'article'] as const) {
      const table = { star: 'stars', format: 'formats', article: 'news' }[kind]
      const name = { star: 'full_name', format: 'name', article: 'title' }[kind]
      const query = new URLSearchParams({ select: 'slug', [name]: `eq.${samples[kind].text}` })
      const answer = await site.get(`/rest/v1/${table}?${query}`, { headers: asGuest() })
      expect(await answer.json(), kind).toEqual([{ slug: samples[kind].path.split('/').at(-1) }])
    }
  },
  '/auth/v1/*': 'accounts: packages/embedded',
  '/storage/v1/*': 'pictures have random names',
  '/realtime/v1/*': 'keys of changed rows, which are read again by REST',
  '/kalender.ics': async () => {
    await calendarOf(() => '/kalender.ics')()
    await calendarOf(() => channel(world, 'sender', 'channel'))()
    await calendarOf(() => channel(world, 'anbieter', 'streaming_platform'))()
  },
  '/kalender/:file{[0-9a-f-]{36}\\.ics}': calendarOf(() => `/kalender/${world.event}.ics`),
  '/formate/:file{.+\\.ics}': calendarOf(() => `${samples.format.path}.ics`),
  '/trashtalk.rss': feedOf('/trashtalk.rss', 'rumor', 'poll', 'discussion'),
  '/trashtalk/geruechte.rss': feedOf('/trashtalk/geruechte.rss', 'rumor'),
  '/trashtalk/umfragen.rss': feedOf('/trashtalk/umfragen.rss', 'poll'),
  '/trashtalk/diskussionen.rss': feedOf('/trashtalk/diskussionen.rss', 'discussion'),
  '/news.rss': feedOf('/news.rss', 'article'),
  '/news-sitemap.xml': async () => {
    const xml = await (await site.get('/news-sitemap.xml')).text()
    expect(elements(xml, 'news:title')).toContain(samples.article.text)
  },
  '/_live/posts/:id': 'numbers only',
  '/:sitemap{sitemap(-[0-9]+)?\\.xml}': async () => {
    const listed = async () =>
      elements(await (await site.get('/sitemap.xml')).text(), 'loc').map((page) => new URL(page).pathname)
    const paths = Object.values(samples).map(({ path }) => new URL(path, 'https://x').pathname)
    // It is made anew once a minute at most.
    await expect.poll(listed, { timeout: 90_000, interval: 2_000 }).toEqual(expect.arrayContaining(paths))
  },
  '/og/:kind/:file': 'with the structured data, above',
  '/.well-known/tdmrep.json': 'no names',
  '/.well-known/change-password': 'a redirect',
  '/opensearch.xml': 'no names',
  '/sw.js': 'a file',
  '/offline': 'the titles of pages that the device has kept: web/src/service-worker',
}

test('every route of the server is known here', async () => {
  const stub = await startStubServer()
  await stub.close()
  expect(Object.keys(surfaces)).toEqual(expect.arrayContaining(stub.routes))
})

const walks = Object.entries(surfaces).flatMap(([route, walk]) => (typeof walk === 'function' ? [{ route, walk }] : []))
test.each(walks)('$route carries them unchanged', ({ walk }) => walk())
