import type { NewsItem } from '@hot/domain/contract/news'
import { freshMs } from '@hot/domain/network/query-policy'
import { newsPath } from '@hot/domain/url/paths'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

/** Published news, latest first. */
export const newsQuery = (after?: string) =>
  infiniteQueryOptions({
    queryKey: ['news', 'list', after],
    queryFn: ({ pageParam, signal }) => rpc('news_page', { p_after: pageParam, p_limit: 20 }, signal),
    initialPageParam: after ?? null,
    getNextPageParam: (page) => page.next,
    staleTime: freshMs.posts,
  })

/** A published piece of news; null if there is none. */
export const newsArticleQuery = (slug: string) =>
  queryOptions({
    queryKey: ['news', 'one', slug],
    queryFn: ({ signal }) => rpc('news_article', { p_slug: slug }, signal),
    staleTime: freshMs.posts,
  })

type Linked = Pick<NewsItem, 'slug' | 'url' | 'has_text'>

/** Where a headline leads: to the article, or to the source if that is all there is. */
export const newsHref = ({ slug, url, has_text }: Linked): { source: string } | { path: string } =>
  url && !has_text ? { source: url } : { path: newsPath(slug) }
