import { todayInBerlin } from '@hot/domain/time/berlin-time'
import { expect, test } from 'vitest'
import { attributesOf, documentOf, textsOf } from '../../support/site/html.ts'
import { openPage, type ReadPage } from '../../support/site/page.ts'
import { site, siteUrl } from '../../support/site/requests.ts'
import { samplesOfRun } from '../../support/site/samples.ts'

const broadcasts = ({ main }: ReadPage) => main.find('article')
const services = (page: ReadPage) =>
  broadcasts(page)
    .toArray()
    .map((it) => page.$(it).text())

test('a day of the month leads to its list, on phones to its programme below the month; weeks follow one another', async () => {
  const month = await openPage('/kalender?ansicht=monat&datum=2026-03-28')
  expect(month.texts('table caption')).toEqual(['März 2026'])
  expect(month.addresses(month.main.find('td').filter((_, day) => /^29/.test(month.$(day).text())))).toEqual([
    '/kalender?ansicht=liste&datum=2026-03-29',
    '/kalender?ansicht=monat&datum=2026-03-29',
  ])
  const day = await openPage('/kalender?ansicht=liste&datum=2026-03-29')
  expect(day.link('Woche vor')).toBe('/kalender?ansicht=liste&datum=2026-03-30')
})

test('a format of the form is in the address, and its own feed is offered', async () => {
  const list = await openPage('/kalender?ansicht=liste')
  const format = (broadcasts(list).find('h3 a').first().attr('href') ?? '').replace('/formate/', '')
  const chosen = await list.submit(list.main.find('form'), { format })
  expect(chosen.path).toMatch(/^\/kalender\?.*format=/)
  expect(chosen.main.find('form button[type=submit], form noscript').text()).toContain('Anzeigen')
  expect(chosen.link('Einmal laden (.ics)')).toBe(`/formate/${format}.ics`)
  expect(new Set(chosen.addresses(broadcasts(chosen).find('h3')))).toEqual(new Set([`/formate/${format}`]))
  expect(chosen.link('Woche')).toContain(`format=${format}`)
})

test('a streaming service filters, and its link takes the filter away again', async () => {
  const all = await openPage('/kalender?ansicht=liste')
  const chips = all.main.find('a[href*="anbieter="]').toArray()
  const service = chips
    .map((chip) => all.$(chip).text())
    .find((name) => services(all).some((text) => text.includes(name)))
  if (!service) throw new Error('nothing of this week runs on a streaming service')
  const bar = (page: ReadPage) => page.region('Sender und Streaming')
  const one = await all.follow(service, bar(all))
  expect(one.path).toMatch(/^\/kalender\?ansicht=liste&anbieter=[a-z0-9-]+$/)
  expect(one.named('a', service, bar(one)).attr('aria-current')).toBe('true')
  expect(services(one).length).toBeGreaterThan(0)
  expect(services(one).length).toBeLessThan(services(all).length)
  for (const text of services(one)) expect(text).toContain(service)
  expect(one.link(service, bar(one))).toBe('/kalender?ansicht=liste')
  expect(all.named('a', 'Filter zurücksetzen')).toHaveLength(0)
  expect(one.link('Filter zurücksetzen')).toBe('/kalender?ansicht=liste')
  const later = await openPage(one.path.replace('liste', 'woche').concat('&datum=2099-01-05'))
  expect(later.main.text()).toContain('Mit diesem Filter steht in dieser Woche nichts im Kalender.')
})

test('the subscription follows the filters, and every way to subscribe has the same feed', async () => {
  const page = await openPage('/kalender?ansicht=liste&sender=rtl')
  const feed = page.link('Einmal laden (.ics)')
  expect(feed).toBe('/kalender.ics?sender=rtl')
  const address = siteUrl() + feed
  const webcal = address.replace(/^https?:/, 'webcal:')
  expect(page.link('Kalender-App (iPhone, iPad, Mac)')).toBe(webcal)
  expect(new URL(page.link('Google Kalender (im Browser)')).searchParams.get('cid')).toBe(webcal)
  expect(new URL(page.link('Outlook')).searchParams.get('url')).toBe(address)
  expect(page.main.find('input[readonly]').attr('value')).toBe(address)
  const all = await (await site.get('/kalender.ics')).text()
  const some = await (await site.get(feed)).text()
  const uids = (text: string) => [...text.matchAll(/^UID:(.*)$/gm)].map(([, uid]) => uid)
  expect(uids(some).length).toBeGreaterThan(0)
  expect(uids(some).length).toBeLessThan(uids(all).length)
  expect(uids(all)).toEqual(expect.arrayContaining(uids(some)))
  expect((await site.get('/kalender.ics?sender=erfunden')).status()).toBe(404)
})

test('the icon of a broadcast is that broadcast alone', async () => {
  const page = await openPage('/kalender?ansicht=liste')
  const [file = ''] = page.addresses(broadcasts(page)).filter((address) => address.endsWith('.ics'))
  expect(file).toMatch(/^\/kalender\/[0-9a-f-]{36}\.ics$/)
  const text = await (await site.get(file)).text()
  expect([...text.matchAll(/^UID:(.*)@hot\r$/gm)].map(([, id]) => `/kalender/${id}.ics`)).toEqual([file])
  expect((await site.get('/kalender/0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0001.ics')).status()).toBe(404)
})

test('a week without broadcasts is a pause, an impossible date is today', async () => {
  const inMonths = todayInBerlin(Date.now() + 320 * 86_400_000)
  const pause = await openPage(`/kalender?ansicht=woche&datum=${inMonths}`)
  expect(pause.main.text().match(/Sendepause\. Geh mal raus\./g)).toHaveLength(7)
  const today = await openPage('/kalender?ansicht=liste&datum=2026-02-31')
  expect(today.texts('h2')).toContain('Heute')
})

test.each(['liste', 'woche', 'monat'])(
  'years away a day without broadcasts is no page, and says so as %s',
  async (view) => {
    const answer = await site.get(`/kalender?ansicht=${view}&datum=2099-01-05`)
    const html = await answer.text()
    expect([answer.status(), answer.headers()['x-robots-tag']]).toEqual([404, 'noindex, nofollow'])
    // People still see where they are, and the way back.
    expect(textsOf(documentOf(html), 'main')[0]).toContain(view === 'monat' ? 'Januar 2099' : 'Kalender')
  },
)

test('the list goes on by a link', async () => {
  const first = await openPage('/kalender?ansicht=liste')
  const next = await first.follow('Nächste Woche')
  expect(next.path).toMatch(/datum=/)
  expect(next.texts('article')).not.toEqual(first.texts('article'))
})

test.each([
  '/kalender?ansicht=liste&format=erfunden-1',
  '/kalender?sender=erfunden',
  '/formate?sender=erfunden',
  '/formate?anbieter=erfunden',
  '/trashtalk/geruechte?tag=0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0001',
])('the filter of %s is invented, and the page is not kept', async (path) => {
  for (let n = 0; n < 2; n++) {
    const answer = await site.get(path)
    expect([answer.status(), answer.headers()['cache-status']]).toEqual([200, 'hot; fwd=miss'])
  }
})

test('a filter that exists is kept', async () => {
  const list = await openPage('/kalender?ansicht=liste')
  const format = (broadcasts(list).find('h3 a').first().attr('href') ?? '').replace('/formate/', '')
  const path = `/kalender?ansicht=liste&format=${format}`
  // A change elsewhere in the suite may purge the page in between.
  await expect.poll(async () => (await site.get(path)).headers()['cache-status'], { timeout: 10_000 }).toContain('hit')
})

test('calendars are announced to programs where their dates stand', async () => {
  const { format, season } = await samplesOfRun()
  for (const [path, feed] of [
    ['/kalender', '/kalender.ics'],
    [format.path, `${format.path}.ics`],
    [season.path, `${season.path.split('/staffel/')[0]}.ics`],
  ] as const) {
    const page = documentOf(await (await site.get(path)).text())
    expect(attributesOf(page, 'link[rel=alternate][type="text/calendar"]', 'href'), path).toEqual([feed])
    expect((await site.get(feed)).headers()['content-type']).toContain('text/calendar')
  }
})
