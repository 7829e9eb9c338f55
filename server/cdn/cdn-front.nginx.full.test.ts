import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../tests/support/processes/free-port.ts'
import { isInstalled, startCache } from '../../tests/support/processes/real-proxy.ts'
import { startStubServer, stubPage } from '../../tests/support/server/stub-server.ts'
import { dictionaryOf } from '../documents/dictionary.ts'
import { searchNames } from '../pages/cacheable-search.ts'
import { documentCache } from '../pages/document-cache.ts'
import { type CdnFront, cdnFront } from './cdn-front.ts'

const token = 'ein-langes-geheimnis'
const [rumor, other] = ['0a0a0a0a-0000-4000-8000-000000000001', '0b0b0b0b-0000-4000-8000-000000000002']

const dictionary = dictionaryOf(Buffer.from('<!doctype html><p>'.repeat(100)))

const young = -600_000

type Got = { status: number; headers: http.IncomingHttpHeaders; body: Buffer; cache: string }

/** Asks without what `fetch` does of its own: decoding, and headers. */
function ask(base: string, target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    http
      .request({ hostname, port, path: target, method, headers, agent: false }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const cache = /detail=(\w+)/.exec([answer.headers['cache-status']].flat().join())?.[1] ?? 'none'
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks), cache })
        })
      })
      .on('error', reject)
      .end()
  })
}

describe.runIf(isInstalled('nginx'))('nginx as a cache, as in deploy/cdn', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-cdn-'))
  let cacheUrl = ''
  let backPort = 0
  let stopCache: () => Promise<void>
  let stub: Awaited<ReturnType<typeof startStubServer>>
  let front: CdnFront
  let title = 'Gerücht'
  let status = 200
  /** In ms: how much older pages seem; much younger, so that none ends while a slow machine tests. */
  let older = young
  const personal = 'This is for you alone'

  /** HoT with pages that show a rumor, and a backend that answers each session something else. */
  async function open(): Promise<void> {
    const clock = () => Date.now() + older
    front = cdnFront({ purge: { url: cacheUrl, token, by: 'path' }, dictionary: dictionary.name, log: () => {}, clock })
    stub = await startStubServer({
      port: backPort,
      front,
      dictionary,
      trustedProxies: ['127.0.0.0/8'],
      cache: documentCache({ maxBytes: 1 << 24 }),
      renderPage: (href) =>
        stubPage(
          `<!doctype html><p>${href} ${title} ${href.includes('other') ? other : rumor}`.padEnd(2_000, '.'),
          status,
        ),
      gateway: async (request) => {
        const isMember = request.headers.has('authorization')
        const isFile = new URL(request.url).pathname.startsWith('/storage')
        const cached: Record<string, string> = isFile ? { 'cache-control': 'max-age=3600' } : {}
        return Response.json({ says: isMember ? personal : 'allen' }, { headers: cached })
      },
      siteState: async (authorization) => Response.json({ says: authorization ? personal : 'allen' }),
    })
    backPort = stub.port
  }

  beforeAll(async () => {
    const [port, purgePort] = [await freePort(), await freePort()]
    backPort = await freePort()
    cacheUrl = `http://127.0.0.1:${purgePort}`
    await open()
    const started = await startCache(stub.url, { port, purgePort, token }, folder)
    stopCache = started.stop
  })
  afterAll(async () => {
    await stopCache?.()
    await stub?.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(cacheUrl, target, headers, method)

  it('has every parameter that HoT reads in its key, and no other', () => {
    const conf = fs.readFileSync(path.resolve(import.meta.dirname, '../../deploy/cdn/nginx.conf'), 'utf8')
    const key = /proxy_cache_key "(.*)";/.exec(conf)?.[1] ?? ''
    expect(key.split('|').slice(3)).toEqual(searchNames.map((name) => `${name}=$arg_${name}`))
  })

  it('answers nine of ten guests by itself, whatever cookies and junk they bring', async () => {
    const asked = ['/stars', '/stars?utm_source=x', '/stars?fbclid=1&gclid=2', '/stars?sortierung=neu']
    const seen: string[] = []
    for (let round = 0; round < 10; round++)
      for (const target of asked) {
        const { status, cache, body } = await get(target, { cookie: `consent=${round}`, 'accept-encoding': 'identity' })
        expect([
          status,
          body.toString().includes(target.includes('sortierung') ? 'sortierung=neu' : '/stars '),
        ]).toEqual([200, true])
        seen.push(cache)
      }
    // Two pages in one encoding are two misses.
    expect(seen.filter((cache) => cache === 'MISS')).toHaveLength(2)
    expect(seen.filter((cache) => cache === 'HIT')).toHaveLength(38)
    const { headers } = await get('/stars', { 'accept-encoding': 'identity' })
    // Browsers ask each time, and hear the cache's clock.
    expect(headers['cache-control']).toBe('no-cache')
    expect(Math.abs(Number(/clock;dur=(\d+)$/.exec(String(headers['server-timing']))?.[1]) - Date.now())).toBeLessThan(
      5_000,
    )
    expect(headers['content-security-policy']).toContain("default-src 'self'")
  })

  it('keeps an address for what HoT answered, not for what another address means to others', async () => {
    const clean = (await get('/formate', { 'accept-encoding': 'identity' })).body.toString()
    expect(clean).toContain('/formate ')
    // Each of these is another page to HoT than to a cache that compares names loosely.
    for (const tricky of [
      '?%73ender=evil',
      '?Sender=a&sender=evil',
      '?x=%23&sender=evil#',
      '?sender=evil&sender=b',
      '?a=#&sender=evil',
    ]) {
      await get(`/formate/x${tricky}`, { 'accept-encoding': 'identity' })
      await get(`/formate${tricky}`, { 'accept-encoding': 'identity' })
    }
    expect((await get('/formate', { 'accept-encoding': 'identity' })).body.toString()).toBe(clean)
    for (const target of ['/formate?sender=a', '/formate?sender=b'])
      expect((await get(target, { 'accept-encoding': 'identity' })).body.toString()).toContain(`${target} `)
  })

  it('holds one copy for each encoding, and sends nobody one that was refused', async () => {
    const cases = [
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0, gzip', 'gzip'],
      ['GZIP', 'gzip'],
      ['br;q=0.000', undefined],
      ['', undefined],
    ] as const
    for (const [accept, encoding] of [...cases, ...cases]) {
      const { headers, cache } = await get('/kalender', { 'accept-encoding': accept })
      expect([accept, headers['content-encoding']]).toEqual([accept, encoding])
      expect(['MISS', 'HIT']).toContain(cache)
    }
    expect((await get('/kalender', { 'accept-encoding': 'br, gzip;q=0.2' })).cache).toBe('HIT')
  })

  it('keeps pages packed with the dictionary apart, under our name only, and forgets them as well', async () => {
    const chromium = { 'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz', 'available-dictionary': dictionary.name }
    const packed = async (headers: Record<string, string>) => {
      const { cache, headers: sent } = await get('/star-news', headers)
      return `${cache} ${sent['content-encoding']}`
    }
    expect(await packed(chromium)).toBe('MISS dcz')
    expect(await packed(chromium)).toBe('HIT dcz')
    expect(await packed({ ...chromium, 'accept-encoding': 'br, dcz;q=0' })).toBe('MISS br')
    for (const name of [`:${'A'.repeat(43)}=:`, `:${'B'.repeat(43)}=:`])
      for (const _ of [1, 2]) expect(await packed({ ...chromium, 'available-dictionary': name })).toBe('MISS br')
    expect(await packed({ ...chromium, 'available-dictionary': 'x'.repeat(4_000) })).toBe('HIT br')
    stub.purge([rumor])
    await front.idle()
    expect(await packed(chromium)).toBe('EXPIRED dcz')
  })

  it('stores nothing that a session was answered, on any route, alternating with guests', async () => {
    const routes = stub.routes
      .filter((route) => route !== '*')
      .map((route) =>
        route
          .replace('/*', '/x')
          .replace(/:sitemap\{.*\}/, 'sitemap.xml')
          .replace(/:file(\{.*\})?/, `${rumor}.ics`)
          .replace(/:\w+(\{.*?\})?/g, rumor),
      )
    expect(routes).toContain('/rest/v1/x')
    const targets = [...new Set([...routes, '/', '/stars', '/account', '/admin', '/storage/v1/object/authenticated/a'])]
    const session = { authorization: 'Bearer eyJ', cookie: 'a=b', 'accept-encoding': 'identity' }
    const alternating: Record<string, string>[] = [
      session,
      { 'accept-encoding': 'identity' },
      session,
      { cookie: 'c=d' },
    ]
    for (const target of targets)
      for (const headers of alternating) {
        const { body, headers: sent, cache } = await get(target, headers)
        const isMember = 'authorization' in headers
        if (!isMember) expect([target, body.includes(personal)]).toEqual([target, false])
        if (isMember) expect([target, ['BYPASS', 'none', ''].includes(cache)]).toEqual([target, true])
        if (cache === 'HIT') expect([target, sent['set-cookie']]).toEqual([target, undefined])
      }
    for (const entry of fs.readdirSync(path.join(folder, 'cache'), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) {
        const text = fs.readFileSync(path.join(entry.parentPath, entry.name), 'latin1')
        expect(text).not.toContain(personal)
        expect(text.toLowerCase()).not.toContain('\nset-cookie:')
        expect(text).not.toMatch(/^KEY: \/(rest|auth|storage|_(?!live))/m)
      }
  })

  it('forgets what was edited or removed, in every encoding, and nothing else', async () => {
    const encodings = ['br', 'gzip', 'identity']
    const warm = async (target: string) => {
      for (const accept of encodings) await get(target, { 'accept-encoding': accept })
    }
    for (const target of ['/trashtalk', '/stars/other']) await warm(target)
    title = 'Entfernt'
    stub.purge([rumor])
    await front.idle()
    for (const accept of encodings) {
      const { cache } = await get('/trashtalk', { 'accept-encoding': accept })
      expect([accept, cache]).toEqual([accept, 'EXPIRED'])
      expect((await get('/stars/other', { 'accept-encoding': accept })).cache).toBe('HIT')
    }
    expect((await get('/trashtalk', { 'accept-encoding': 'identity' })).body.toString()).toContain('Entfernt')
    // As a decision of the team does it.
    expect((await get('/rest/v1/news?id=eq.1', {}, 'DELETE')).status).toBe(200)
    await front.idle()
    expect((await get('/stars/other', { 'accept-encoding': 'br' })).cache).toBe('EXPIRED')
    // Nobody else can do that.
    for (const given of ['x', `${token}x`, '']) {
      const { cache, headers } = await get('/stars/other', { 'hot-purge': given, 'accept-encoding': 'br' })
      expect([cache, headers['hot-purged']]).toEqual(['HIT', undefined])
    }
  })

  it('shows its copy while it asks whether there is a new one, and none of what HoT says is gone', async () => {
    const plain = { 'accept-encoding': 'identity' }
    const isNow = async (target: string) => {
      const { cache, status: answered } = await get(target, plain)
      return `${answered} ${cache}`
    }
    older = 29_500
    await get('/suche', plain)
    const rendered = stub.rendered.length
    await expect.poll(() => isNow('/suche'), { timeout: 10_000, interval: 100 }).toBe('200 STALE')
    older = young
    await expect.poll(() => isNow('/suche'), { timeout: 10_000, interval: 100 }).toBe('200 HIT')
    // HoT said that nothing has changed.
    expect(stub.rendered.length).toBe(rendered)

    older = 58_500
    await get('/impressum', plain)
    older = young
    status = 404
    stub.forget()
    await expect.poll(() => isNow('/impressum'), { timeout: 10_000, interval: 100 }).toBe('404 EXPIRED')
    status = 200
  })

  it('shows guests its copy while HoT restarts, and nobody what was removed before', async () => {
    for (const target of ['/charts', '/news']) await get(target, { 'accept-encoding': 'identity' })
    stub.purge('all')
    await front.idle()
    older = 58_500
    await get('/charts', { 'accept-encoding': 'identity' })
    older = young
    await stub.close()
    const charts = async () => {
      const { status: answered, cache } = await get('/charts', { 'accept-encoding': 'identity' })
      return `${answered} ${cache}`
    }
    await expect.poll(charts, { timeout: 10_000, interval: 100 }).toBe('200 STALE')
    const news = await get('/news', { 'accept-encoding': 'identity' })
    expect([news.status, news.body.toString().includes('HoT startet')]).toEqual([503, true])
    await open()
    expect((await get('/news', { 'accept-encoding': 'identity' })).status).toBe(200)
  })
})
