import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { site } from '../../support/site/requests.ts'
import { publicRoutes, textOf } from '../../support/site/routes.ts'
import { samplesOfRun } from '../../support/site/samples.ts'

const samples = await samplesOfRun()

const mail = /[\w.+-]+@[\w-]+\.[\w.]+/g
/** `uid@hot` of the calendar is no address; a member's account would have this domain. */
const isMail = (text: string) => !text.endsWith('@hot')

test('documents carry a policy without unsafe-inline for scripts and style elements', async () => {
  for (const route of publicRoutes) {
    const { 'content-security-policy': policy = '', ...headers } = (
      await site.get(textOf(route.path, samples))
    ).headers()
    const directives = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part] as const))
    for (const name of ['script-src', 'style-src', 'default-src'])
      expect(directives.get(name), route.name).not.toMatch(/unsafe-inline|unsafe-eval|\*|data:|https?:/)
    expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'")
    expect(directives.get('object-src')).toBe("object-src 'none'")
    expect(directives.get('base-uri')).toBe("base-uri 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['set-cookie']).toBeUndefined()
  }
})

const inlineElement = /<(script|style)\b(?![^>]*(?: src=|ld\+json))[^>]*>(.+?)<\/\1>/gs

test('a policy names every inline script and style of its page, and the nonce they were rendered with is gone', async () => {
  for (const route of publicRoutes) {
    const answer = await site.get(textOf(route.path, samples))
    const policy = answer.headers()['content-security-policy'] ?? ''
    const html = await answer.text()
    const texts = [...html.matchAll(inlineElement)].map(([, , text = '']) => text)
    expect(texts.length, route.name).toBeGreaterThan(2)
    for (const text of texts)
      expect(policy, route.name).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    expect(html, route.name).not.toMatch(/ nonce=|csp-nonce/)
    // The style sheet, not the placeholder with the nonce that the app rendered for it.
    expect(html, route.name).toMatch(/<style[^>]*>[^<]{5000}/)
  }
})

test('the data of a page is complete before its end', async () => {
  for (const route of publicRoutes) {
    const html = await (await site.get(textOf(route.path, samples))).text()
    expect(html, route.name).toContain('queryHash:"[\\"site\\",\\"shell\\"]"')
    // A promise or stream among the data ends in a later script, for which Start reads the whole page again.
    expect(html, route.name).not.toMatch(/ReadableStream|tsr-stream-boundary.*\$_TSR/s)
  }
})

test('files, feeds and the wire carry the headers too', async () => {
  const html = await (await site.get('/')).text()
  const asset = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
  const data = ['/robots.txt', '/sitemap.xml', '/kalender.ics', '/config.json', '/health', '/rest/v1/stars?limit=1']
  for (const path of [asset, ...data])
    expect((await site.get(path)).headers()['x-content-type-options'], path).toBe('nosniff')
  // Build files are exempt: a policy only applies to documents.
  for (const path of data)
    expect((await site.get(path)).headers()['content-security-policy'], path).toContain("default-src 'none'")
})

test('an anonymous crawl of everything rendered meets no e-mail address', async () => {
  const sitemap = await (await site.get('/sitemap.xml')).text()
  const paths = [...sitemap.matchAll(/<loc>[^<]*?:\d+(\/[^<]*)<\/loc>/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(150)
  // Pages of stars and seasons contain no text by members; every fourth is enough.
  const byTeam = paths.filter((path) => /^\/stars\/|\/staffel\//.test(path))
  const byMembers = paths.filter((path) => !byTeam.includes(path))
  const comments = paths.filter((path) => path.startsWith('/user/')).map((path) => `${path}/kommentare`)
  const feeds = ['/trashtalk.rss', '/kalender.ics', '/config.json', '/health']
  const queue = [...byTeam.filter((_, index) => index % 4 === 0), ...byMembers, ...comments, ...feeds]
  const { site: operator } = (await (await site.get('/config.json')).json()) as { site: { email?: string } }
  // The only one that is published, in the legal notice and where it leads.
  const ofOperator = operator.email
  expect(ofOperator).toBe('post@hot.example')
  const found: string[] = []
  const crawl = async () => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      const answer = await site.get(path)
      // Other tests take away what they wrote while this one reads.
      const mayBeGone = /^\/(?:trashtalk|user)\/./.test(path)
      expect(mayBeGone ? [200, 404, 410] : [200], path).toContain(answer.status())
      const addresses = ((await answer.text()).match(mail) ?? []).filter((one) => isMail(one) && one !== ofOperator)
      found.push(...addresses.map((address) => `${path}: ${address}`))
    }
  }
  await Promise.all([crawl(), crawl(), crawl(), crawl()])
  expect(found).toEqual([])
})
