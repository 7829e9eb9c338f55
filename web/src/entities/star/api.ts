import type { StarSort } from '@hot/domain/contract/star'
import { freshMs, staleMs } from '@hot/domain/network/query-policy'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { StarsSearch } from './search.ts'

/** The sweep drops what was read longer ago. */
const cachedMs = staleMs.stars

/** Fills whole rows of two, three and five columns. */
const pageSize = 30

type StarsFilter = {
  sort: StarSort
  letter?: string | undefined
  query?: string | undefined
  /** Cursor to start after; only set for readers without JavaScript. */
  after?: string | undefined
}

/** The infinite list of stars. Cursors are opaque: each page contains the next one. */
export const starsQuery = ({ sort, letter, query, after }: StarsFilter) =>
  infiniteQueryOptions({
    queryKey: ['stars', 'list', { sort, letter, query, after }],
    queryFn: ({ pageParam, signal }) =>
      rpc(
        'stars_page',
        { p_sort: sort, p_letter: letter, p_query: query, p_after: pageParam, p_limit: pageSize },
        signal,
      ),
    initialPageParam: after ?? null,
    getNextPageParam: (page) => page.next,
    staleTime: freshMs.stars,
    gcTime: cachedMs,
  })

/** One star by current or former slug; null when there is none. */
export const starQuery = (slug: string) =>
  queryOptions({
    queryKey: ['stars', 'one', slug],
    queryFn: ({ signal }) => rpc('star_page', { p_slug: slug }, signal),
    staleTime: freshMs.stars,
    gcTime: cachedMs,
  })

/** The star that guests may try the voting with: the best one; null while there is none. */
export const tryCardQuery = queryOptions({
  queryKey: ['stars', 'try'],
  queryFn: ({ signal }) => rpc('stars_page', { p_limit: 1 }, signal),
  select: (page) => page.items[0] ?? null,
  staleTime: freshMs.stars,
  gcTime: cachedMs,
})

/** Query filter for the search params. */
export const starsFilter = ({ q, sortierung, buchstabe, nach }: StarsSearch): StarsFilter => ({
  sort: sortierung === 'neu' ? 'new' : (sortierung ?? 'hot'),
  letter: buchstabe,
  query: q,
  after: nach,
})
