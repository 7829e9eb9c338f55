import { describe, expect, it } from 'vitest'
import { type StoredDocument, storeDocument } from '../documents/stored-document.ts'
import { briefFor, documentCache, freshFor, staleFor } from './document-cache.ts'

const page = (text: string, status = 200): Promise<StoredDocument> =>
  storeDocument(new Response(text, { status, headers: { 'content-type': 'text/html' } }))

function openCache(maxBytes = 1 << 20) {
  let now = 1_000_000
  const failures: unknown[] = []
  const cache = documentCache({ maxBytes, clock: () => now, onStaleFailure: (error) => failures.push(error) })
  let made = 0
  const read = async (key: string, text?: string, status?: number) => {
    const { document, how } = await cache.get(key, () => page(text ?? `${key} ${++made}`, status))
    return `${how} ${document.body}`
  }
  return {
    cache,
    read,
    failures,
    pass: (ms: number) => {
      now += ms
    },
    madeCount: () => made,
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('documentCache', () => {
  it('is fresh for 30 s, stale for 30 more while it is rendered again, and gone after 60 s', async () => {
    const { read, pass } = openCache()
    expect(await read('/a')).toBe('fwd=miss /a 1')
    pass(freshFor - 1)
    expect(await read('/a')).toBe('hit /a 1')
    pass(2)
    expect(await read('/a')).toBe('hit; detail=stale /a 1')
    await settle()
    expect(await read('/a')).toBe('hit /a 2')
    pass(freshFor + staleFor)
    expect(await read('/a')).toBe('fwd=miss /a 3')
  })

  it('keeps nothing for more than 60 s in total', () => {
    expect(freshFor + staleFor).toBeLessThanOrEqual(60_000)
  })

  it('counts the age from when the data was read', async () => {
    const { cache, pass } = openCache()
    const slow = Promise.withResolvers<StoredDocument>()
    const first = cache.get('/a', () => slow.promise)
    pass(freshFor + staleFor)
    slow.resolve(await page('old'))
    await first
    expect((await cache.get('/a', () => page('new'))).document.body.toString()).toBe('new')
  })

  it('renders a page once for all waiting requests', async () => {
    const { read, madeCount } = openCache()
    await Promise.all(Array.from({ length: 50 }, () => read('/a')))
    expect(madeCount()).toBe(1)
  })

  it('also shares the rendering of pages that it does not cache', async () => {
    const { cache } = openCache()
    let made = 0
    const make = () => page(String(++made))
    await Promise.all([cache.get('/s?q=x', make, false), cache.get('/s?q=x', make, false)])
    expect(made).toBe(1)
    await cache.get('/s?q=x', make, false)
    expect(made).toBe(2)
  })

  it('does not cache no-store answers, such as pages with invented filters', async () => {
    const { cache } = openCache()
    const headers = { 'content-type': 'text/html', 'cache-control': 'no-store' }
    const make = () => storeDocument(new Response('x', { headers }))
    for (let n = 0; n < 2; n++) expect((await cache.get('/kalender?format=erfunden', make)).how).toBe('fwd=miss')
  })

  const [post, other] = ['6b0c6f7e-1d7a-4d8e-9a51-0c7e5f1a2b3c', 'f2a7d0aa-93f4-4a51-8a2e-5d2f7c1b0e9d']

  it('purges the documents that show a row, by its id in their data or their key', async () => {
    const { cache, read } = openCache()
    await read('/trashtalk', `<script>{"id":"${post}"}</script>`)
    await read('/stars', `<a href="/trashtalk/geruecht/${other}">`)
    await read(`/og/post/${post}.png`, 'PNG')
    expect(cache.purge([post])).toBe(2)
    expect(await read('/stars')).toMatch(/^hit/)
    expect(await read('/trashtalk')).toMatch(/^fwd=miss/)
    expect(await read(`/og/post/${post}.png`)).toMatch(/^fwd=miss/)
    expect(cache.purge('all')).toBe(3)
    expect(await read('/stars')).toMatch(/^fwd=miss/)
  })

  it('forgets with any purge which addresses have no page: a renamed post has a new one', async () => {
    const { cache, read } = openCache()
    await read('/user/neu', 'no', 404)
    cache.purge([post])
    expect(await read('/user/neu')).toMatch(/^fwd=miss/)
  })

  it('caches what was being rendered during a purge only if it does not show the row', async () => {
    const { cache } = openCache()
    const [old, unconcerned] = [Promise.withResolvers<StoredDocument>(), Promise.withResolvers<StoredDocument>()]
    const before = cache.get('/a', () => old.promise)
    const beside = cache.get('/b', () => unconcerned.promise)
    cache.purge([post])
    const after = cache.get('/a', () => page(`changed ${post}`))
    expect((await after).how).toBe('fwd=miss')
    old.resolve(await page(`outdated ${post}`))
    unconcerned.resolve(await page(`other ${other}`))
    await Promise.all([before, beside])
    expect((await cache.get('/a', () => page('never'))).document.body.toString()).toBe(`changed ${post}`)
    expect((await cache.get('/b', () => page('never'))).document.body.toString()).toBe(`other ${other}`)
  })

  it('does not cache a page that was being rendered during a purge', async () => {
    const { cache } = openCache()
    const slow = Promise.withResolvers<StoredDocument>()
    const before = cache.get('/a', () => slow.promise)
    cache.purge('all')
    const after = cache.get('/a', () => page('without the removed post'))
    slow.resolve(await page('with the removed post'))
    expect((await before).document.body.toString()).toBe('with the removed post')
    expect((await after).document.body.toString()).toBe('without the removed post')
    const { document, how } = await cache.get('/a', () => page('never'))
    expect([how, document.body.toString()]).toEqual(['hit', 'without the removed post'])
  })

  it('serves a stale page while rendering fails, but not after 60 s', async () => {
    const { cache, failures, pass } = openCache()
    await cache.get('/a', () => page('good'))
    pass(freshFor)
    const fail = () => Promise.reject(new Error('away'))
    expect((await cache.get('/a', fail)).document.body.toString()).toBe('good')
    await settle()
    expect(failures).toHaveLength(1)
    pass(staleFor)
    await expect(cache.get('/a', fail)).rejects.toThrow('away')
  })

  it('caches neither failures nor incomplete pages', async () => {
    const { cache, read } = openCache()
    await read('/a', 'broken', 500)
    expect(await read('/a')).toMatch(/^fwd=miss/)
    await cache.get('/b', async () => ({ ...(await page('without footer')), problems: { away: 'x' } }))
    expect((await cache.get('/b', () => page('whole'))).how).toBe('fwd=miss')
  })

  it('caches 404 pages briefly, and a limited number of them', async () => {
    const { read, pass } = openCache()
    await read('/unknown', 'no', 404)
    expect(await read('/unknown', 'no', 404)).toMatch(/^hit/)
    pass(briefFor)
    expect(await read('/unknown', 'no', 404)).toMatch(/^fwd=miss/)
    await read('/page')
    for (let index = 0; index < 1_000; index += 1) await read(`/unknown-${index}`, 'no', 404)
    expect(await read('/page')).toMatch(/^hit/)
    expect(await read('/unknown-0', 'no', 404)).toMatch(/^fwd=miss/)
  })

  it('stays within its size by dropping the oldest', async () => {
    const { read } = openCache(40_000)
    for (const key of ['/a', '/b', '/c', '/d']) await read(key, 'x'.repeat(8_000))
    expect(await read('/d', 'x')).toMatch(/^hit/)
    expect(await read('/a', 'x')).toMatch(/^fwd=miss/)
  })
})
