import { afterEach, describe, expect, it } from 'vitest'
import { BackendAway } from './backend-away.ts'
import { renderQueue } from './render-queue.ts'
import { type StubOptions, sendRaw, startStubServer, stubPage } from './stub-server.ts'

const running: { close(): Promise<void> }[] = []

async function start(options?: StubOptions) {
  const server = await startStubServer(options)
  running.push(server)
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(server.url + path, { headers, method, redirect: 'manual' })
  return { ...server, get }
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
})

describe('pages', () => {
  it('are made once and served from the cache in the encoding asked for', async () => {
    const { get, rendered } = await start()
    const first = await get('/', { 'accept-encoding': 'br' })
    expect(first.headers.get('cache-status')).toBe('hot; fwd=miss')
    expect(first.headers.get('content-encoding')).toBe('br')
    expect(await first.text()).toContain('<p>1')
    const second = await get('/', { 'accept-encoding': 'gzip' })
    expect(second.headers.get('cache-status')).toBe('hot; hit')
    expect(second.headers.get('content-encoding')).toBe('gzip')
    expect(await second.text()).toContain('<p>1')
    expect(second.headers.get('vary')).toBe('accept-encoding')
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

  it('share one entry whatever is appended, and never render it', async () => {
    const { get, rendered } = await start()
    for (const query of ['', '?utm_source=x', '?utm_source=y&fbclid=z', '?sortierung=evil', '?q='])
      await get(`/stars${query}`)
    expect(rendered).toEqual(['/stars'])
    await get('/stars?q=M%C3%BCller')
    await get('/stars?q=M%C3%BCller')
    expect(rendered).toEqual(['/stars', '/stars?q=M%C3%BCller', '/stars?q=M%C3%BCller'])
  })

  it('have one address: slashes are tidied, and never lead to another site', async () => {
    const { get } = await start()
    const tidied = await get('/stars/?sortierung=name')
    expect([tidied.status, tidied.headers.get('location')]).toEqual([301, '/stars?sortierung=name'])
    const foreign = await get('//evil.example/x')
    expect([foreign.status, foreign.headers.get('location')]).toEqual([301, '/evil.example/x'])
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

  it('carry the headers of safety, and so does everything else', async () => {
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

  it('promise https only where a trusted proxy speaks it', async () => {
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

describe('hostile addresses', () => {
  it.each(['/%', '/stars/%ff', '/stars/%00', '/%c0%ae%c0%ae/etc/passwd', '/..%5c..%5cx', '/a%0d%0aSet-Cookie:%20x'])(
    '%s is refused in German without a render',
    async (path) => {
      const { get, rendered, lines } = await start()
      const response = await get(path)
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('Diese Adresse stimmt nicht')
      expect(rendered).toEqual([])
      expect(lines).toEqual([])
    },
  )

  it('an endless search term gets a German 414', async () => {
    const { get, rendered } = await start()
    const response = await get(`/stars?q=${'x'.repeat(100_000)}`)
    expect(response.status).toBe(414)
    expect(await response.text()).toContain('Diese Adresse ist zu lang')
    expect(rendered).toEqual([])
    const api = await get(`/rest/v1/rpc/search_all?p_query=${'x'.repeat(100_000)}`)
    expect(api.status).toBe(414)
    expect(await api.json()).toEqual({ message: 'Die Adresse ist zu lang.' })
  })

  it.each([
    ['an address beyond all limits', `GET /?q=${'x'.repeat(200_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['raw letters', 'GET /st\u00e4rs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['another site as target', 'GET http://evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    ['no HTTP', 'hallo\r\n\r\n', 400],
  ])('%s is answered in German', async (_, bytes, status) => {
    const { port, rendered, lines } = await start()
    const answer = await sendRaw(port, bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toContain('<html lang="de">')
    expect(rendered).toEqual([])
    expect(lines).toEqual([])
  })
})

describe('failures', () => {
  it('of the database are a German 503 and one line, however many ask', async () => {
    const { get, lines } = await start({
      reach: () => Promise.reject(new Error('connect ECONNREFUSED')),
      renderPage: () => Promise.reject(new BackendAway('gone')),
    })
    const response = await get('/stars?q=x')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const html = await response.text()
    expect(html).toContain('Ups! Etwas ist schief gelaufen')
    expect(html).toContain('href="/stars?q=x">Erneut versuchen')
    await Promise.all(Array.from({ length: 20 }, () => get('/')))
    expect(lines).toEqual([])
  })

  it('of the renderer are a German 500 and one line with the id the visitor got', async () => {
    const { get, lines } = await start({ renderPage: () => Promise.reject(new Error('kaputt\nzweite Zeile')) })
    const response = await get('/stars?q=geheim')
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('Ein unerwarteter Fehler ist aufgetreten.')
    expect(lines).toEqual([`500 GET /stars [${response.headers.get('x-request-id')}] kaputt zweite Zeile`])
  })

  it('that the app shows itself are passed on and not kept', async () => {
    let made = 0
    const { get, lines } = await start({
      renderPage: async () => ({ ...(await stubPage(`Fehler ${++made}`, 500)), trouble: { failure: 'XX000' } }),
    })
    expect(await (await get('/')).text()).toBe('Fehler 1')
    expect(await (await get('/')).text()).toBe('Fehler 2')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('XX000')
  })

  it('of too many at once are a 503', async () => {
    const slow = Promise.withResolvers<void>()
    const { get } = await start({
      queue: renderQueue(1, 1),
      renderPage: () => slow.promise.then(() => stubPage('langsam')),
    })
    const waiting = [get('/a'), get('/b')]
    const statuses = await Promise.all([get('/c'), get('/d')].map(async (response) => (await response).status))
    slow.resolve()
    expect([...statuses, ...(await Promise.all(waiting)).map(({ status }) => status)].sort()).toEqual([
      200, 200, 503, 503,
    ])
  })
})

describe('the mailbox', () => {
  const mail = {
    to: 'anna@hot.example',
    subject: 'Bestätige',
    text: 'https://hot.example/x',
    html: '',
    sentAt: '2026-11-21T12:00:00Z',
  }
  const mailbox = { list: () => [mail], page: () => '<p>Bestätige</p>' }

  it('is there for whoever sits at this machine', async () => {
    const { get } = await start({ mailbox })
    expect(await (await get('/_mailbox.json')).json()).toEqual([mail])
    const page = await get('/_mailbox')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(await page.text()).toContain('<p>Bestätige</p>')
  })

  it.each([
    ['a proxy passes it on', { 'x-forwarded-for': '127.0.0.1' }],
    ['a proxy passes it on as Forwarded', { forwarded: 'for=127.0.0.1' }],
    ['a proxy names itself', { via: '1.1 proxy' }],
    ['a proxy names the visitor', { 'x-real-ip': '127.0.0.1' }],
  ])('does not exist when %s', async (_, headers) => {
    const { get } = await start({ mailbox })
    for (const path of ['/_mailbox', '/_mailbox.json']) {
      const response = await get(path, headers)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('Bestätige')
    }
  })

  it('does not exist under a foreign name that leads here', async () => {
    const { port } = await start({ mailbox })
    const answer = await sendRaw(port, 'GET /_mailbox.json HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  })

  it('does not exist when mails are really sent', async () => {
    expect((await (await start()).get('/_mailbox')).status).toBe(404)
  })
})

describe('the gateway', () => {
  const echo = async (request: Request, caller: { remoteAddress: string }) =>
    Response.json({ path: new URL(request.url).pathname, from: caller.remoteAddress, body: await request.text() })

  it('hands on the API prefixes with the address of the socket, whatever a header claims', async () => {
    const { get, url } = await start({ gateway: echo })
    const answer = await get('/rest/v1/stars', { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' })
    expect(await answer.json()).toEqual({ path: '/rest/v1/stars', from: '127.0.0.1', body: '' })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const posted = await fetch(`${url}/auth/v1/token`, { method: 'POST', body: '{"a":1}' })
    expect(await posted.json()).toMatchObject({ path: '/auth/v1/token', body: '{"a":1}' })
  })

  it('empties the page cache after moderation, and not after a vote or a refused write', async () => {
    let status = 200
    const { get, url, rendered } = await start({ gateway: async () => new Response(null, { status }) })
    const write = async (path: string, method: string) => {
      await get('/trashtalk')
      rendered.length = 0
      await fetch(`${url}/rest/v1/${path}`, { method })
      await get('/trashtalk')
      return rendered.length > 0
    }
    expect(await write('community_posts?id=eq.1', 'PATCH')).toBe(true)
    expect(await write('comments?id=eq.1', 'DELETE')).toBe(true)
    expect(await write('stars', 'POST')).toBe(true)
    expect(await write('rpc/moderate_post', 'POST')).toBe(true)
    expect(await write('rumor_votes', 'POST')).toBe(false)
    expect(await write('comments', 'POST')).toBe(false)
    expect(await write('rpc/home_page', 'POST')).toBe(false)
    status = 403
    expect(await write('community_posts?id=eq.1', 'DELETE')).toBe(false)
  })

  it('says in German that the database is away, in one log line', async () => {
    const { get, lines } = await start({ gateway: async () => Response.json({ code: 'PGRST001' }, { status: 503 }) })
    const first = await get('/rest/v1/stars')
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '5'])
    expect(((await first.json()) as { message: string }).message).toContain('nicht erreichbar')
    await get('/rest/v1/stars')
    expect(lines).toHaveLength(1)
  })

  it('logs what fails behind it, and tells the caller nothing', async () => {
    const { get, lines } = await start({ gateway: () => Promise.reject(new Error('select secret')) })
    const response = await get('/rest/v1/stars')
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
    expect(lines).toHaveLength(1)
  })

  it('does not exist with Supabase elsewhere', async () => {
    const { get } = await start()
    for (const path of ['/rest/v1/stars', '/auth/v1/token', '/storage/v1/object/x'])
      expect((await get(path)).status).toBe(404)
  })
})

describe('other documents', () => {
  it('tell health and configuration', async () => {
    const { get } = await start()
    expect(await (await get('/health')).json()).toEqual({ status: 'ok', database: 'ok', version: '1' })
    expect(await (await get('/config.json')).json()).toMatchObject({
      supabaseUrl: '',
      publishableKey: 'sb_publishable_test',
    })
    const down = await start({ health: async () => ({ status: 'unavailable', database: 'unavailable', version: '1' }) })
    expect((await down.get('/health')).status).toBe(503)
    expect(down.lines).toEqual([])
  })

  it('are cached, compressed and conditional like pages', async () => {
    const { get } = await start()
    const feed = await get('/formate/das-sommerhaus.ics', { 'accept-encoding': 'gzip' })
    expect(feed.headers.get('content-type')).toBe('text/calendar')
    expect(await feed.text()).toBe('BEGIN:VCALENDAR das-sommerhaus')
    const etag = feed.headers.get('etag') ?? ''
    expect((await get('/formate/das-sommerhaus.ics', { 'if-none-match': etag })).status).toBe(304)
    expect(await (await get('/kalender.ics')).text()).toBe('BEGIN:VCALENDAR alle')
    expect(await (await get('/sitemap-12.xml')).text()).toBe('/sitemap-12.xml')
    expect(await (await get('/trashtalk.rss')).text()).toBe('<rss/>')
    expect(await (await get('/robots.txt')).text()).toContain('Sitemap: https://hot.example/sitemap.xml')
  })
})
