import { expect, test } from 'vitest'
import { newsFeeds } from './news-feed.ts'

const item = {
  id: '0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0001',
  slug: 'staffel-8',
  title: 'Staffel 8 & mehr <neu>',
  excerpt: 'Es geht los.',
  has_text: true,
  image_url: null,
  image_alt: null,
  url: null,
  published_at: '2026-11-20T23:30:00Z',
}
const items = [
  item,
  { ...item, id: '0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0002', slug: 'alt', published_at: '2026-11-18T10:00:00Z' },
  { ...item, id: '0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0003', slug: 'fremd', has_text: false, excerpt: null },
]
const feeds = newsFeeds(
  (_name, schema) => Promise.resolve(schema.parse({ items, next: null })),
  'https://hot.example',
  () => Date.parse('2026-11-21T12:00:00Z'),
)

test('the feed has every piece of news with its address, escaped', async () => {
  const text = await (await feeds.rss()).text()
  expect(text).toContain('<title>Staffel 8 &amp; mehr ‹neu›</title><link>https://hot.example/news/staffel-8</link>')
  expect(text).toContain('<atom:link href="https://hot.example/news.rss"')
  expect(text).toContain('<pubDate>Fri, 20 Nov 2026 23:30:00 GMT</pubDate><description>Es geht los.</description>')
  expect(text.match(/<item>/g)).toHaveLength(3)
})

test('the news sitemap has articles of ours from the last two days only', async () => {
  const text = await (await feeds.sitemap()).text()
  expect([...text.matchAll(/<loc>([^<]*)/g)].map(([, address]) => address)).toEqual([
    'https://hot.example/news/staffel-8',
  ])
  expect(text).toContain('<news:publication_date>2026-11-20T23:30:00.000Z</news:publication_date>')
  expect(text).toContain('<news:title>Staffel 8 &amp; mehr &lt;neu&gt;</news:title>')
})

test('the news sitemap has an address before the first article', async () => {
  const none = newsFeeds(
    (_name, schema) => Promise.resolve(schema.parse({ items: [], next: null })),
    'https://hot.example',
  )
  expect(await (await none.sitemap()).text()).toContain('<url><loc>https://hot.example/news</loc></url></urlset>')
})
