import type { SitemapKind } from '@hot/domain/contract/feed'
import type { RpcArguments } from '@hot/domain/contract/rpcs'
import { describe, expect, it } from 'vitest'
import type { PublicRpc } from '../link/backend-watch.ts'
import {
  openSitemap,
  sitemapDocuments,
  sitemapFreshAfterChange,
  sitemapFreshAfterDecision,
  sitemapFreshFor,
} from './sitemap.ts'

const siteUrl = 'https://hot.example'
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    path: `/stars/s-${index}`,
    lastmod: `2026-01-01T00:00:0${index % 10}.000Z`,
  }))
const locations = (text = '') => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location]) => location)

describe('sitemapDocuments', () => {
  it('is one document while it fits', () => {
    const documents = sitemapDocuments(lines(10), siteUrl, 10)
    expect([...documents.keys()]).toEqual(['/sitemap.xml'])
    expect(locations(documents.get('/sitemap.xml'))).toHaveLength(10)
  })

  it('is an index of parts beyond that, without losing a URL', () => {
    const documents = sitemapDocuments(lines(25), siteUrl, 10)
    const parts = locations(documents.get('/sitemap.xml'))
    expect(parts).toEqual([1, 2, 3].map((part) => `${siteUrl}/sitemap-${part}.xml`))
    const all = parts.flatMap((part) => locations(documents.get(part?.replace(siteUrl, '') ?? '')))
    expect(all).toEqual(lines(25).map(({ path }) => siteUrl + path))
    expect(documents.get('/sitemap.xml')).toContain('<lastmod>2026-01-01T00:00:09.000Z</lastmod>')
  })

  it('escapes URLs', () => {
    expect(sitemapDocuments([{ path: '/a?b=1&c=<' }], siteUrl).get('/sitemap.xml')).toContain('/a?b=1&amp;c=&lt;')
  })
})

/** A stand-in backend with `sizes` entries of each kind, returned in pages of at most `p_limit`. */
function backend(sizes: Partial<Record<SitemapKind, number>>) {
  let requests = 0
  let isDown = false
  const rpc: PublicRpc = async (_, schema, given = {}) => {
    requests += 1
    if (isDown) throw new Error('away')
    const args: Partial<RpcArguments<'sitemap_entries'>> = given
    const kind = args.p_kind as SitemapKind
    const from = Number(args.p_after ?? 0)
    const to = Math.min(from + Number(args.p_limit), sizes[kind] ?? 0)
    const items = Array.from({ length: to - from }, (_, index) => ({
      path: `/${kind}/${from + index}`,
      lastmod: '2026-11-21T12:00:00+01:00',
    }))
    return schema.parse({ items, next: to < (sizes[kind] ?? 0) ? String(to) : null })
  }
  return {
    rpc,
    requestCount: () => requests,
    breakDown: (down: boolean) => {
      isDown = down
    },
  }
}

describe('openSitemap', () => {
  it('reads every kind to its end', async () => {
    const { rpc } = backend({ star: 5_001, format: 3, post: 12_000 })
    const { answer: sitemap } = openSitemap(rpc, siteUrl)
    expect(locations(await (await sitemap('/sitemap.xml')).text())).toHaveLength(2)
    const first = locations(await (await sitemap('/sitemap-1.xml')).text())
    const second = locations(await (await sitemap('/sitemap-2.xml')).text())
    const all = [...first, ...second]
    expect(new Set(all).size).toBe(all.length)
    expect(all).toContain(`${siteUrl}/star/5000`)
    expect(all).toContain(`${siteUrl}/post/11999`)
    expect(all).toContain(`${siteUrl}/`)
    expect((await sitemap('/sitemap-3.xml')).status).toBe(404)
  })

  it('writes dates with an offset', async () => {
    const text = await (await openSitemap(backend({ star: 1 }).rpc, siteUrl).answer('/sitemap.xml')).text()
    expect(text).toContain('<lastmod>2026-11-21T11:00:00.000Z</lastmod>')
  })

  it('reads once for all requests within 15 minutes', async () => {
    let now = 0
    const { rpc, requestCount } = backend({})
    const { answer: sitemap } = openSitemap(rpc, siteUrl, () => now)
    await Promise.all([sitemap('/sitemap.xml'), sitemap('/sitemap.xml'), sitemap('/sitemap-1.xml')])
    const walk = requestCount()
    now += sitemapFreshFor - 1
    await sitemap('/sitemap.xml')
    expect(requestCount()).toBe(walk)
    now += 1
    await sitemap('/sitemap.xml')
    expect(requestCount()).toBe(2 * walk)
  })

  it.each([
    ['members', ['20000000-0000-4000-8000-000000000001'], sitemapFreshAfterChange],
    ['the team', 'all' as const, sitemapFreshAfterDecision],
  ])('after a removal by %s reads again in time, and not more often', async (_, keys, within) => {
    let now = 0
    const { rpc, requestCount } = backend({})
    const { answer, markOutdated } = openSitemap(rpc, siteUrl, () => now)
    await answer('/sitemap.xml')
    const walk = requestCount()
    markOutdated(keys)
    now += within - 1
    await answer('/sitemap.xml')
    expect(requestCount()).toBe(walk)
    now += 1
    await answer('/sitemap.xml')
    expect(requestCount()).toBe(2 * walk)
    now += within
    await answer('/sitemap.xml')
    expect(requestCount()).toBe(2 * walk)
  })

  it('reads again soon after a decision, whatever members change meanwhile', async () => {
    let now = 0
    const { rpc, requestCount } = backend({})
    const { answer, markOutdated } = openSitemap(rpc, siteUrl, () => now)
    await answer('/sitemap.xml')
    const walk = requestCount()
    markOutdated('all')
    markOutdated(['20000000-0000-4000-8000-000000000001'])
    now += sitemapFreshAfterDecision
    await answer('/sitemap.xml')
    expect(requestCount()).toBe(2 * walk)
  })

  it('does not cache a failed read', async () => {
    const { rpc, breakDown } = backend({})
    const { answer: sitemap } = openSitemap(rpc, siteUrl)
    breakDown(true)
    await expect(sitemap('/sitemap.xml')).rejects.toThrow('away')
    breakDown(false)
    expect((await sitemap('/sitemap.xml')).status).toBe(200)
  })
})
