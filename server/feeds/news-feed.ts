import { type NewsItem, newsPage } from '@hot/domain/contract/news'
import { epochOf } from '@hot/domain/time/berlin-time'
import { newsFeedPath, newsPath } from '@hot/domain/url/paths'
import type { PublicRpc } from '../link/backend-watch.ts'
import { rssDocument } from './rss.ts'
import { xmlElement } from './xml.ts'

const itemsMax = 50
/** News sitemaps are about the last two days. */
const newMs = 48 * 60 * 60_000

/** RSS of the news, latest first. */
const newsDocument = (items: readonly NewsItem[], siteUrl: string): string =>
  rssDocument({
    title: 'HoT – News',
    link: `${siteUrl}/news`,
    self: siteUrl + newsFeedPath,
    description: 'Neues aus dem Reality-TV.',
    items: items.map(({ id, slug, title, excerpt, published_at }) => ({
      title,
      link: siteUrl + newsPath(slug),
      id,
      published: published_at,
      description: excerpt ?? title,
    })),
  })

/** The sitemap that news services read (https://www.google.com/schemas/sitemap-news/0.9). Links to other sites are no news of ours. */
function newsSitemapDocument(items: readonly NewsItem[], siteUrl: string, now: number): string {
  const entries = items
    .filter(({ has_text, published_at }) => has_text && now - epochOf(published_at) < newMs)
    .map(
      ({ slug, title, published_at }) =>
        `<url>${xmlElement('loc', siteUrl + newsPath(slug))}<news:news><news:publication>${xmlElement('news:name', 'HoT')}${xmlElement('news:language', 'de')}</news:publication>${xmlElement('news:publication_date', new Date(epochOf(published_at)).toISOString())}${xmlElement('news:title', title)}</news:news></url>`,
    )
  // A sitemap has at least one address, also before the first article.
  if (entries.length === 0) entries.push(`<url>${xmlElement('loc', `${siteUrl}/news`)}</url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">${entries.join('')}</urlset>\n`
}

/** `/news.rss` and `/news-sitemap.xml`. */
export function newsFeeds(rpc: PublicRpc, siteUrl: string, clock: () => number = Date.now) {
  const latest = async () => (await rpc('news_page', newsPage, { p_limit: itemsMax })).items
  return {
    rss: async () =>
      new Response(newsDocument(await latest(), siteUrl), {
        headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
      }),
    sitemap: async () =>
      new Response(newsSitemapDocument(await latest(), siteUrl, clock()), {
        headers: { 'content-type': 'application/xml; charset=utf-8' },
      }),
  }
}
