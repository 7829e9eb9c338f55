import type { Turns } from '@hot/embedded/wire/network-turns'
import { describe, expect, it } from 'vitest'
import { sendRaw } from '../../tests/support/server/stub-server.ts'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { documentCache, liveFor } from '../pages/document-cache.ts'

const start = stubServers()

/** Headers without those that may differ between two responses with the same page. */
const comparable = (headers: Headers) =>
  [...headers].filter(([name]) => !['x-request-id', 'date', 'cache-status', 'server-timing'].includes(name))

describe('a cached page', () => {
  it('is answered with the headers of its first answer, and its own id', async () => {
    const { get } = await start({ trustedProxies: ['127.0.0.1'] })
    const headers = { 'x-forwarded-proto': 'https', 'accept-encoding': 'br' }
    const made = await get('/stars?utm_source=x', headers)
    const cached = await get('/stars?utm_source=x', headers)
    expect(cached.headers.get('cache-status')).toBe('hot; hit')
    expect(comparable(cached.headers)).toEqual(comparable(made.headers))
    expect(cached.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(cached.headers.get('x-request-id')).not.toBe(made.headers.get('x-request-id'))
    expect(await cached.text()).toBe(await made.text())
  })

  it('is rendered in the turn of its visitor, named by a trusted proxy', async () => {
    const turns: string[] = []
    const queue: Turns = (address, make) => {
      turns.push(address)
      return make()
    }
    const { get } = await start({ queue, trustedProxies: ['127.0.0.1'] })
    await get('/stars', { 'x-forwarded-for': '203.0.113.5' })
    await get('/stars', { 'x-forwarded-for': '203.0.113.6' })
    await get('/kalender.ics')
    expect(turns).toEqual(['203.0.113.5', '127.0.0.1'])
  })

  it('is rendered again after a purge', async () => {
    const cache = documentCache({ maxBytes: 1 << 20 })
    const { get, rendered } = await start({ cache })
    await get('/stars')
    cache.purge('all')
    expect((await get('/stars')).headers.get('cache-status')).toBe('hot; fwd=miss')
    expect(rendered).toEqual(['/stars', '/stars'])
  })

  it('of what changes on a post is cached for seconds only, with 304 for who has it', async () => {
    let [made, now] = [0, 0]
    const liveCache = documentCache({ maxBytes: 1 << 20, fresh: liveFor, stale: 0, clock: () => now })
    const { get } = await start({ liveCache, livePost: async (id) => Response.json({ id, made: ++made }) })
    const first = await get('/_live/posts/x')
    expect(await first.json()).toEqual({ id: 'x', made: 1 })
    const again = await get('/_live/posts/x', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-cache'])
    now += liveFor
    expect(await (await get('/_live/posts/x')).json()).toEqual({ id: 'x', made: 2 })
  })

  it('does not answer another method or encoding', async () => {
    const { get } = await start()
    const { headers } = await get('/stars')
    expect((await get('/stars', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
    expect((await get('/stars', {}, 'HEAD')).status).toBe(200)
    expect((await get('/stars', {}, 'POST')).status).toBe(405)
    expect((await get('/stars', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip')
  })

  it('leaves the connection usable for the next request', async () => {
    const { get, port } = await start()
    await get('/', { 'accept-encoding': 'identity' })
    const request = 'GET / HTTP/1.1\r\nHost: x\r\n'
    const answer = await sendRaw(port, `${request}\r\n${request}Connection: close\r\n\r\n`)
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  })
})

describe('pages', () => {
  it('are rendered once and served from the cache in the requested encoding', async () => {
    const { get, rendered } = await start()
    const first = await get('/', { 'accept-encoding': 'br' })
    expect(first.headers.get('cache-status')).toBe('hot; fwd=miss')
    expect(first.headers.get('content-encoding')).toBe('br')
    expect(await first.text()).toContain('<p>1')
    const second = await get('/', { 'accept-encoding': 'gzip' })
    expect(second.headers.get('cache-status')).toBe('hot; hit')
    expect(second.headers.get('content-encoding')).toBe('gzip')
    expect(await second.text()).toContain('<p>1')
    expect(second.headers.get('vary')).toBe('accept-encoding, available-dictionary')
    expect(rendered).toEqual(['/'])
  })

  it('answer 304 with their own policy, and HEAD without a body', async () => {
    const { get } = await start()
    const full = await get('/')
    const etag = full.headers.get('etag') ?? ''
    const again = await get('/', { 'if-none-match': etag })
    expect(again.status).toBe(304)
    expect(again.headers.get('content-security-policy')).toBe(full.headers.get('content-security-policy'))
    expect(await again.text()).toBe('')
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
    const head = await get('/', { 'accept-encoding': 'identity' }, 'HEAD')
    expect(Number(head.headers.get('content-length'))).toBe((await full.text()).length)
    expect(await head.text()).toBe('')
  })

  it('share one entry whatever parameters are appended', async () => {
    const { get, rendered } = await start()
    for (const query of ['', '?utm_source=x', '?utm_source=y&fbclid=z', '?sortierung=evil', '?q='])
      await get(`/stars${query}`)
    expect(rendered).toEqual(['/stars'])
    await get('/stars?q=M%C3%BCller')
    await get('/stars?q=M%C3%BCller')
    expect(rendered).toEqual(['/stars', '/stars?q=M%C3%BCller', '/stars?q=M%C3%BCller'])
  })

  it('have one URL: slashes are normalised, and never lead to another site', async () => {
    const { get } = await start()
    const tidied = await get('/stars/?sortierung=name')
    expect([tidied.status, tidied.headers.get('location')]).toEqual([301, '/stars?sortierung=name'])
    const foreign = await get('//evil.example/x')
    expect([foreign.status, foreign.headers.get('location')]).toEqual([301, '/evil.example/x'])
  })

  it('redirect a sign-in error that arrives at the root to the page that explains it', async () => {
    const { get, rendered } = await start()
    const query = '?error=invalid_request&error_code=bad_oauth_state&error_description=OAuth+state+not+found'
    const sent = await get(`/${query}`)
    expect([sent.status, sent.headers.get('location')]).toEqual([302, `/auth/callback${query}`])
    expect((await get('/?error=1')).status).toBe(200)
    expect(rendered).toEqual(['/'])
  })

  it('cannot be posted to', async () => {
    const { get, rendered } = await start()
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await get('/stars', {}, method)
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD')
    }
    expect((await get('/kalender.ics', {}, 'POST')).status).toBe(405)
    expect(rendered).toEqual([])
  })

  it('have the security headers, and so does everything else', async () => {
    const { get } = await start()
    for (const path of ['/', '/health', '/robots.txt', '/kalender.ics', '/rest/v1/x', '/assets/none.js', '/%zz']) {
      const { headers } = await get(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('permissions-policy')).toContain('camera=()')
      if (!path.startsWith('/assets/')) expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers.get('strict-transport-security')).toBeNull()
    }
    expect((await get('/')).headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+'/)
    expect((await get('/health')).headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('send HSTS only if a trusted proxy uses https', async () => {
    const direct = await start()
    expect(
      (await direct.get('/', { 'x-forwarded-proto': 'https' })).headers.get('strict-transport-security'),
    ).toBeNull()
    const behind = await start({ trustedProxies: ['127.0.0.0/8'] })
    expect(
      (await behind.get('/', { 'x-forwarded-proto': 'https' })).headers.get('strict-transport-security'),
    ).toContain('max-age')
    expect((await behind.get('/', { 'x-forwarded-proto': 'http' })).headers.get('strict-transport-security')).toBeNull()
  })
})

const build = { version: '1', commit: 'unknown' }

describe('other documents', () => {
  it('report health and configuration', async () => {
    const { get } = await start()
    expect(await (await get('/health')).json()).toEqual({ status: 'ok', database: 'ok', ...build })
    expect(await (await get('/config.json')).json()).toMatchObject({
      supabaseUrl: '',
      publishableKey: 'sb_publishable_test',
    })
    const down = await start({ health: async () => ({ status: 'unavailable', database: 'unavailable', ...build }) })
    expect((await down.get('/health')).status).toBe(503)
    expect(down.lines).toEqual([])
    // What the doctor asks a proxy about.
    const unnamed = await start({ isUnnamed: () => true })
    expect((await unnamed.get('/health')).headers.get('hot-visitor-unnamed')).toBe('1')
    expect((await get('/health')).headers.has('hot-visitor-unnamed')).toBe(false)
  })

  it('are cached, compressed and conditional like pages', async () => {
    const { get } = await start()
    const feed = await get('/formate/das-sommerhaus.ics', { 'accept-encoding': 'gzip' })
    expect(feed.headers.get('content-type')).toBe('text/calendar')
    expect(await feed.text()).toBe('BEGIN:VCALENDAR das-sommerhaus')
    const etag = feed.headers.get('etag') ?? ''
    expect((await get('/formate/das-sommerhaus.ics', { 'if-none-match': etag })).status).toBe(304)
    expect(await (await get('/kalender.ics')).text()).toBe('BEGIN:VCALENDAR alle')
    expect(await (await get('/kalender.ics?sender=rtl')).text()).toBe('BEGIN:VCALENDAR rtl')
    expect(await (await get('/kalender.ics?sender=%3Cb%3E&x=1')).text()).toBe('BEGIN:VCALENDAR alle')
    const event = '0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0001'
    expect(await (await get(`/kalender/${event}.ics`)).text()).toBe(`BEGIN:VCALENDAR ${event}`)
    expect(await (await get('/sitemap-12.xml')).text()).toBe('/sitemap-12.xml')
    expect(await (await get('/trashtalk.rss')).text()).toBe('<rss/>')
    expect(await (await get('/robots.txt')).text()).toContain('Sitemap: https://hot.example/sitemap.xml')
  })
})
