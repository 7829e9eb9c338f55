import { UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { sendRaw } from '../../tests/support/server/stub-server.ts'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { mailboxIsOpen } from '../backend/local-mailbox.ts'
import { readSettings } from '../settings/settings.ts'

const start = stubServers()

describe('the mailbox', () => {
  const mail = {
    to: 'anna@hot.example',
    subject: 'Bestätige',
    text: 'https://hot.example/x',
    html: '',
    sentAt: '2026-11-21T12:00:00Z',
  }
  const token = 'geheim-und-lang-genug'
  const mailbox = { list: () => [mail], page: () => '<p>Bestätige</p>', token }
  const asked = `token=${token}`

  it('exists for requests from this machine', async () => {
    const { get } = await start({ mailbox })
    expect(await (await get(`/_mailbox.json?${asked}`)).json()).toEqual([mail])
    expect(await (await get('/_mailbox.json', { authorization: `Bearer ${token}` })).json()).toEqual([mail])
    const opened = await get(`/_mailbox?${asked}`)
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/_mailbox'])
    const cookies = opened.headers.getSetCookie()
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies) expect(cookie).toContain('HttpOnly; SameSite=Strict')
    const page = await get('/_mailbox', { cookie: cookies[0]?.split(';')[0] ?? '' })
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(await page.text()).toContain('<p>Bestätige</p>')
  })

  it.each(['', '?token=', '?token=geraten', `?token=${token}x`])(
    'shows nothing without its token: "%s"',
    async (query) => {
      const { get } = await start({ mailbox })
      for (const path of ['/_mailbox', '/_mailbox.json']) {
        const response = await get(`${path}${query}`, {
          cookie: 'hot_mailbox=geraten',
          authorization: 'Bearer geraten',
        })
        expect(response.status).toBe(401)
        expect(await response.text()).not.toContain('Bestätige')
      }
    },
  )

  it.each([
    ['a proxy passes it on', { 'x-forwarded-for': '127.0.0.1' }],
    ['a network passes it on', { 'cf-connecting-ip': '203.0.113.9' }],
    ['another network passes it on', { 'true-client-ip': '203.0.113.9' }],
    ['a proxy names the client', { 'x-client-ip': '203.0.113.9' }],
    ['a proxy passes it on as Forwarded', { forwarded: 'for=127.0.0.1' }],
    ['a proxy names itself', { via: '1.1 proxy' }],
    ['a proxy names the visitor', { 'x-real-ip': '127.0.0.1' }],
  ])('does not exist when %s', async (_, headers) => {
    const { get } = await start({ mailbox })
    for (const path of ['/_mailbox', '/_mailbox.json']) {
      const response = await get(`${path}?${asked}`, headers)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('Bestätige')
    }
  })

  it('does not exist under another host name that resolves to this machine', async () => {
    const { port } = await start({ mailbox })
    const answer = await sendRaw(
      port,
      `GET /_mailbox.json?${asked} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  })

  it('does not exist behind a proxy with HTTP/1.0, nginx’s default', async () => {
    const { port } = await start({ mailbox })
    const answer = await sendRaw(port, `GET /_mailbox.json?${asked} HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.[01] 404 /)
  })

  it.each<[string, Record<string, string>, boolean]>([
    ['nothing is set', {}, true],
    ['SITE_URL is this machine', { SITE_URL: 'http://localhost:3000' }, true],
    ['SITE_URL is public', { SITE_URL: 'https://hot.example' }, false],
    ['there are proxies', { TRUSTED_PROXIES: 'loopback' }, false],
    ['mails are sent', { SMTP_URL: 'smtp://mail.example:587' }, false],
  ])('%s: it may be shown %j → %s', (_, env, open) => expect(mailboxIsOpen(readSettings(env, false))).toBe(open))

  it('does not exist when mails are sent by SMTP', async () => {
    expect((await (await start()).get('/_mailbox')).status).toBe(404)
  })
})

describe('the gateway', () => {
  const echo = async (request: Request, caller: { remoteAddress: string }) =>
    Response.json({ path: new URL(request.url).pathname, from: caller.remoteAddress, body: await request.text() })

  it('forwards the API prefixes with the address of the socket, whatever headers claim', async () => {
    const { get, url } = await start({ gateway: echo })
    const answer = await get('/rest/v1/stars', { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' })
    expect(await answer.json()).toEqual({ path: '/rest/v1/stars', from: '127.0.0.1', body: '' })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const posted = await fetch(`${url}/auth/v1/token`, { method: 'POST', body: '{"a":1}' })
    expect(await posted.json()).toMatchObject({ path: '/auth/v1/token', body: '{"a":1}' })
  })

  it('purges the page cache after moderation, and not after a vote or a refused write', async () => {
    let status = 200
    let rows: string | undefined
    const headers = () => new Headers(rows === undefined ? [] : [['x-rows-affected', rows]])
    const { get, url, rendered } = await start({
      gateway: async () => new Response(null, { status, headers: headers() }),
    })
    const write = async (path: string, method: string) => {
      await get('/trashtalk')
      rendered.length = 0
      await fetch(`${url}/rest/v1/${path}`, { method })
      await get('/trashtalk')
      return rendered.length > 0
    }
    rows = '0'
    expect(await write('comments?id=eq.1', 'PATCH')).toBe(false)
    rows = '1'
    expect(await write('comments?id=eq.1', 'PATCH')).toBe(true)
    rows = undefined
    expect(await write('stars', 'POST')).toBe(true)
    expect(await write('rpc/moderate_case', 'POST')).toBe(true)
    expect(await write('rumor_votes', 'POST')).toBe(false)
    expect(await write('comments', 'POST')).toBe(false)
    expect(await write('rpc/home_page', 'POST')).toBe(false)
    status = 403
    expect(await write('community_posts?id=eq.1', 'DELETE')).toBe(false)
  })

  it('purges it once more when the replica that answers guests has the change', async () => {
    const caughtUp = Promise.withResolvers<void>()
    const replica = { isFresh: () => true, lag: () => 0, caughtUp: () => caughtUp.promise }
    const { get, url, rendered } = await start({
      replica,
      gateway: async () => new Response(null, { status: 204 }),
    })
    await fetch(`${url}/rest/v1/stars`, { method: 'POST' })
    await get('/trashtalk')
    await get('/trashtalk')
    expect(rendered).toHaveLength(1) // with what the replica showed before the change
    caughtUp.resolve()
    await caughtUp.promise
    await get('/trashtalk')
    await get('/trashtalk')
    expect(rendered).toHaveLength(2)
  })

  it('purges the page cache at most once a second for the changes of members', async () => {
    const { get, url, rendered } = await start({ gateway: async () => new Response(null, { status: 204 }) })
    const headers = { authorization: new UnsecuredJWT({ sub: 'm', role: 'authenticated' }).encode() }
    await get('/trashtalk')
    rendered.length = 0
    const began = performance.now()
    for (let n = 0; n < 40; n++) {
      await fetch(`${url}/rest/v1/rpc/delete_own_account`, { method: 'POST', headers })
      await get('/trashtalk')
    }
    // Rendered after the first change, then at most once a second.
    expect(rendered.length).toBeLessThanOrEqual(2 + Math.floor((performance.now() - began) / 1_000))
  })

  it('answers an outage of the database in German, with one log line', async () => {
    const { get, lines } = await start({ gateway: async () => Response.json({ code: 'PGRST001' }, { status: 503 }) })
    const first = await get('/rest/v1/stars')
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '5'])
    expect(((await first.json()) as { message: string }).message).toContain('nicht erreichbar')
    await get('/rest/v1/stars')
    expect(lines).toHaveLength(1)
  })

  it.each(['57014', '54000', 'PT503'])('does not take the failure %s of one request for an outage', async (code) => {
    const refusal = { code, message: 'x' }
    const { get } = await start({ gateway: async () => Response.json(refusal, { status: 503 }) })
    const answer = await get('/rest/v1/stars')
    expect([answer.status, await answer.json()]).toEqual([503, refusal])
    expect((await get('/stars?q=anders')).status).toBe(200)
  })

  it('refuses a request with two Host headers', async () => {
    const { url } = await start({ gateway: async () => Response.json([]) })
    for (const path of ['/', '/rest/v1/stars']) {
      const hosts = 'Host: hot.example\r\nhost: evil.example\r\n'
      const answer = await sendRaw(
        Number(new URL(url).port),
        `GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    }
  })

  it('logs failures behind it, and tells the client nothing about them', async () => {
    const { get, lines } = await start({ gateway: () => Promise.reject(new Error('select secret')) })
    const response = await get('/rest/v1/stars')
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
    expect(lines).toHaveLength(1)
  })

  it('redirects requests for a public picture to Supabase', async () => {
    const config = {
      supabaseUrl: 'https://x.supabase.example',
      publishableKey: 'k',
      siteUrl: 'https://hot.example',
      site: {},
      services: [],
      apps: { version: '1.0.0', leastVersion: '1.0.0' },
    }
    const { get } = await start({ config })
    const sent = await get('/storage/v1/object/public/avatars/a/b.webp?v=1')
    expect([sent.status, sent.headers.get('location')]).toEqual([
      302,
      'https://x.supabase.example/storage/v1/object/public/avatars/a/b.webp?v=1',
    ])
    expect((await get('/storage/v1/object/sign/x')).status).toBe(404)
  })

  it('does not exist with Supabase elsewhere', async () => {
    const { get } = await start()
    for (const path of ['/rest/v1/stars', '/auth/v1/token', '/storage/v1/object/x'])
      expect((await get(path)).status).toBe(404)
  })
})
