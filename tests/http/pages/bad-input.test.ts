import http from 'node:http'
import { expect, test } from 'vitest'
import { headlinesOf } from '../../support/site/html.ts'
import { site, siteUrl } from '../../support/site/requests.ts'

/** Sends a path byte by byte; ordinary clients would normalize it first. */
function rawGet(
  path: string,
  method = 'GET',
): Promise<{ status: number; type: string; location: string; body: string }> {
  const { hostname, port } = new URL(siteUrl())
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path, method }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (part) => {
        body += part
      })
      answer.on('end', () => {
        const { location = '', 'content-type': type = '' } = answer.headers
        resolve({ status: answer.statusCode ?? 0, type, location, body })
      })
    })
    request.on('error', reject).end()
  })
}

const missing = [
  '/stars/gab-es-nie',
  '/formate/gab-es-nie',
  '/formate/gab-es-nie/staffel/staffel-1',
  '/user/gab-es-nie',
  '/user/gab-es-nie/kommentare',
  '/trashtalk/klatsch',
  '/trashtalk/geruechte/2026/02/31/unmoeglich',
  '/trashtalk/geruechte/2026/13/01/unmoeglich',
  '/trashtalk/geruechte/0000/00/00/x',
  '/trashtalk/umfragen/2026/01/01/gab-es-nie',
  '/trashtalk/post/1%20or%201=1',
  '/seasons/-1',
  '/charts/stars/gab-es-nie',
  '/kalender/morgen',
  '/stars/%D8%A7%D9%84%E2%80%AE',
  '/stars/<script>alert(1)</script>',
  "/formate/'; drop table formats; --",
  '/..%2f..%2f..%2fetc%2fpasswd',
]
for (const path of missing) {
  test(`${path} is a German 404`, async () => {
    const answer = await site.get(path)
    expect(answer.status()).toBe(404)
    const html = await answer.text()
    expect(answer.headers()['content-type']).toMatch(/^text\/html; charset=utf-8$/)
    expect(headlinesOf(html)).toEqual(['Diese Seite wurde rausgewählt.'])
    expect(html).toMatch(/<html[^>]* lang="de"/)
    expect(html).toMatch(/<title>Diese Seite wurde rausgewählt\.? – HoT<\/title>/)
    expect(html).not.toContain('<script>alert')
  })
}

test('feeds that do not exist are a German 404 for programs', async () => {
  for (const path of ['/formate/..%2f..%2fpackage.json.ics', '/formate/gab-es-nie.ics', '/sitemap-999.xml']) {
    const answer = await site.get(path)
    expect(answer.status(), path).toBe(404)
    expect(answer.headers()['content-type']).toMatch(/^text\/plain/)
    expect(await answer.text()).toMatch(/^(Dazu gibt es keine Sendetermine\.|Nicht gefunden)$/)
  }
})

const lists = ['/stars', '/formate', '/kalender', '/trashtalk/geruechte', '/charts/stars/hot-bestenliste', '/invites']
const hostile = [
  'q=%27%3B%20drop%20table%20stars%3B--',
  'q=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  'q=%25%25%25___%5C',
  'q=%E2%80%AE%D8%A7%D9%84&q=2&q=3',
  'nach=-1&seite=-1&page=-99999999999999999999',
  'nach=W10=&buchstabe=%C3%84&sortierung=__proto__',
  'datum=2026-02-31&ansicht=jahr&sender=../../x',
  'datum=99999-99-99&zeitraum=-5&tag=null&plattform=%5B%5D',
  'code=%0d%0aSet-Cookie:%20a=b',
  '__proto__%5Bx%5D=1&constructor=1',
]
for (const path of lists) {
  test(`${path} takes hostile search parameters calmly`, async () => {
    for (const query of hostile) {
      const answer = await site.get(`${path}?${query}`)
      expect(answer.status(), query).toBeLessThan(500)
      expect(headlinesOf(await answer.text()), query).toHaveLength(1)
      expect(answer.headers()['set-cookie']).toBeUndefined()
      expect(await answer.text()).not.toContain('<script>alert(1)')
    }
  })
}

const unusable: [path: string, status: number][] = [
  ['/%E0%A4%A', 400],
  ['/stars/%', 400],
  ['/stars/%00', 400],
  ['/stars?q=%00', 200],
  ['/stars?q=%ZZ', 200],
  ['/stars/%C0%AF%C0%AE', 400],
  ['/stars/a\\..\\b', 400],
  [`/stars?q=${'ä'.repeat(10).replaceAll('ä', '%C3%A4')}`, 200],
  [`/stars?q=${'x'.repeat(7000)}`, 200],
  [`/stars?q=${'x'.repeat(100_000)}`, 431],
]
for (const [path, status] of unusable) {
  test(`${path.slice(0, 40)} (${path.length}) answers ${status}`, async () => {
    const answer = await rawGet(path)
    // Which refusal a long address gets depends on which layer rejects it first.
    expect(status >= 400 ? [400, 414, 431] : [status]).toContain(answer.status)
    expect(answer.type).toBe('text/html; charset=utf-8')
    expect(answer.body).toMatch(/<html[^>]* lang="de"/)
  })
}

test('paths that look like another site stay on this one', async () => {
  for (const path of [
    '//evil.example',
    '//evil.example/%2f..',
    '/\\evil.example',
    '/trash-talk//evil.example',
    '/stars//evil.example/',
  ]) {
    const { status, location } = await rawGet(path)
    expect(status, path).toBeLessThan(500)
    expect(location, path).not.toMatch(/^(https?:)?(\/\/|\\)/)
  }
})

test('HEAD answers like GET without a body, other methods are refused', async () => {
  for (const path of ['/', '/stars', '/gibt-es-nicht', '/robots.txt', '/kalender.ics']) {
    const [head, get] = [await rawGet(path, 'HEAD'), await site.get(path)]
    expect(head.status, path).toBe(get.status())
    expect(head.type, path).toBe(get.headers()['content-type'])
    expect(head.body).toBe('')
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect((await rawGet('/stars', method)).status, method).toBe(405)
})
