import type { StarPage, StarSort, StarsPage } from '@hot/domain/wire/star'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { pageRpc } from '#web/data/page-rpc.ts'

/** Divides by two, three and five columns less one row at most; one page fills a screen and a half. */
const pageSize = 30

export type StarsFilter = {
  sort: StarSort
  letter?: string | undefined
  query?: string | undefined
  /** Cursor to begin after; only set for readers without JavaScript. */
  after?: string | undefined
}

/** The endless list of stars. Cursors are opaque: each page says where the next one begins. */
export const starsQuery = ({ sort, letter, query, after }: StarsFilter) =>
  infiniteQueryOptions({
    queryKey: ['stars', 'list', { sort, letter, query, after }],
    queryFn: ({ pageParam, signal }) =>
      pageRpc<StarsPage>(
        'stars_page',
        { p_sort: sort, p_letter: letter, p_query: query, p_after: pageParam, p_limit: pageSize },
        signal,
      ),
    initialPageParam: after ?? null,
    getNextPageParam: (page) => page.next,
  })

/** One star by current or former slug; null when there is none. */
export const starQuery = (slug: string) =>
  queryOptions({
    queryKey: ['stars', 'one', slug],
    queryFn: ({ signal }) => pageRpc<StarPage | null>('star_page', { p_slug: slug }, signal),
  })
