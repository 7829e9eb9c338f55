import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { attributesOf, canonicalsOf, documentOf, headlinesOf, jsonLdOf, metaOf } from '../../support/site/html.ts'
import { asServer } from '../../support/site/members.ts'
import { site, siteUrl } from '../../support/site/requests.ts'

type Row = Record<string, unknown>
/** Stores news; returns its slug. */
async function publish(more: Row): Promise<string> {
  const slug = `probe-${crypto.randomUUID().slice(0, 8)}`
  const answer = await site.post('/rest/v1/news', {
    headers: asServer(),
    data: { title: `Probe ${slug}`, slug, published_at: new Date(Date.now() - 3_600_000).toISOString(), ...more },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return slug
}

test('an article is a page with its data, and nothing in its text becomes HTML', async () => {
  const slug = await publish({
    excerpt: 'Acht Leute, ein Haus.',
    body: '## Der Cast\n\n- **Rico** <script>alert(1)</script>\n\n[Quelle](https://www.rtl.de/a) [nicht](javascript:alert(1))',
    image_url: '/storage/v1/object/public/news/probe.webp',
    image_alt: 'Acht Leute',
    image_credit: 'RTL, CC BY 4.0',
  })
  const answer = await site.get(`/news/${slug}`)
  const html = await answer.text()
  expect(answer.status()).toBe(200)
  expect(headlinesOf(html)).toEqual([`Probe ${slug}`])
  expect(html).toMatch(/<h2[^>]*>Der Cast<\/h2>/)
  expect(html).toContain('<strong>Rico</strong> &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('<a href="https://www.rtl.de/a" rel="noopener" target="_blank">Quelle</a>')
  expect(html).not.toContain('href="javascript')
  expect(html).toContain('Bild: RTL, CC BY 4.0')
  expect(canonicalsOf(html)).toEqual([`${siteUrl()}/news/${slug}`])
  expect(metaOf(html, 'og:image')).toEqual([`${siteUrl()}/storage/v1/object/public/news/probe.webp`])
  expect(metaOf(html, 'og:image:alt')).toEqual(['Acht Leute'])
  expect(jsonLdOf(html)).toContainEqual(
    expect.objectContaining({
      '@type': 'NewsArticle',
      headline: `Probe ${slug}`,
      description: 'Acht Leute, ein Haus.',
    }),
  )
  expect(await (await site.get('/sitemap.xml')).text()).toMatch(/\/news\//)
  expect(attributesOf(documentOf(html), 'link[type="application/rss+xml"]', 'href')).toEqual(['/news.rss'])
})

test('drafts, scheduled and unknown news are not found', async () => {
  const hidden = [
    await publish({ published_at: null }),
    await publish({ published_at: new Date(Date.now() + 3_600_000).toISOString() }),
    'gibt-es-nicht',
  ]
  for (const slug of hidden) expect((await site.get(`/news/${slug}`)).status(), slug).toBe(404)
  const listed = `${await (await site.get('/news')).text()}${await (await site.get('/news.rss')).text()}`
  for (const slug of hidden) expect(listed).not.toContain(slug)
})

test('the list goes on for readers without JavaScript', async () => {
  for (let count = 0; count < 16; count += 1) await publish({})
  // The first page is cached for 30 s; this one begins before everything that is there.
  const start = Buffer.from(JSON.stringify(['2199-01-01 00:00:00+00', randomUUID()])).toString('base64url')
  const first = await (await site.get(`/news?nach=${start}`)).text()
  const next = /href="(\/news\?nach=[^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&')
  const second = await (await site.get(next ?? '')).text()
  expect(metaOf(second, 'robots')).toEqual([])
  expect(second).toContain('Spoiler: bitte in den Titel')
})

test('a headline leads to the source only where there is no text', async () => {
  const url = 'https://www.rtl.de/b'
  const [short, long] = [await publish({ url }), await publish({ url, body: 'Eigener Text.' })]
  const rss = await (await site.get('/news.rss')).text()
  expect(rss).toContain(`/news/${short}<`)
  const sitemap = await (await site.get('/news-sitemap.xml')).text()
  expect(sitemap).toContain(`/news/${long}<`)
  expect(sitemap).not.toContain(`/news/${short}<`)
  expect(await (await site.get('/robots.txt')).text()).toContain('/news-sitemap.xml')
})
