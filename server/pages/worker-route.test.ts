import { describe, expect, it } from 'vitest'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { hashSource } from '../wire/security-headers.ts'

const start = stubServers()

/** Answers like the build's files. */
const assets = (path: string) =>
  path === '/sw.js'
    ? new Response('worker', { headers: { 'content-type': 'text/javascript', 'cache-control': 'no-cache' } })
    : undefined

describe('/sw.js', () => {
  it('is revalidated each time, and may connect to the server and the backend only', async () => {
    const own = await (await start({ assets })).get('/sw.js')
    expect(await own.text()).toBe('worker')
    expect(own.headers.get('cache-control')).toBe('no-cache')
    expect(own.headers.get('content-type')).toContain('text/javascript')
    expect(own.headers.get('content-security-policy')).toMatch(/^default-src 'self';/)

    const site = {
      supabaseUrl: 'https://x.supabase.co',
      publishableKey: 'k',
      siteUrl: 'https://hot.example',
      site: {},
      services: [],
      apps: { version: '1.0.0', leastVersion: '1.0.0' },
    }
    const there = await (await start({ assets, config: site })).get('/sw.js')
    expect(there.headers.get('content-security-policy')).toMatch(/^default-src 'self' https:\/\/x\.supabase\.co;/)
  })

  it('switched off, unregisters and deletes its caches', async () => {
    const answer = await (await start({ assets, worker: false })).get('/sw.js')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('content-type')).toContain('text/javascript')

    const listeners: Record<string, (event: { waitUntil(work: Promise<unknown>): void }) => void> = {}
    const done: string[] = []
    const scope = {
      addEventListener: (kind: string, listener: (typeof listeners)[string]) => {
        listeners[kind] = listener
      },
      skipWaiting: () => done.push('skipWaiting'),
      caches: { keys: async () => ['hot-pages-1', 'elsewhere'], delete: async (name: string) => done.push(name) },
      registration: { unregister: async () => done.push('unregister') },
    }
    new Function(...Object.keys(scope), await answer.text())(...Object.values(scope))
    const works: Promise<unknown>[] = []
    for (const kind of ['install', 'activate']) listeners[kind]?.({ waitUntil: (work) => works.push(work) })
    await Promise.all(works)
    expect(done).toEqual(['skipWaiting', 'hot-pages-1', 'unregister'])
  })

  it('does not exist without a web build, and accepts no POST', async () => {
    const { get } = await start()
    expect((await get('/sw.js')).status).toBe(404)
    expect((await get('/sw.js', {}, 'POST')).status).toBe(405)
  })
})

it('/offline needs no other file and has its own policy', async () => {
  const answer = await (await start()).get('/offline')
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(html).toContain('<h1>Keine Verbindung</h1>')
  expect(html).toContain('<!--gelesen-->')
  expect(html).not.toMatch(/\b(src|href)="(?!\/"|\/impressum"|")/)
  expect(html).toContain('<a href="/impressum">Impressum</a>')
  const policy = answer.headers.get('content-security-policy') ?? ''
  const inline = [...html.matchAll(/<(script|style)>(.*?)<\/\1>/gs)].map(([, , text = '']) => hashSource(text))
  expect(inline).toHaveLength(2)
  for (const hash of inline) expect(policy).toContain(hash)
})
