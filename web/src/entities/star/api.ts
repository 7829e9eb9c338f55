import type { StarSort } from '@hot/domain/contract/star'
import { freshMs } from '@hot/domain/network/query-policy'
import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, cursorParam, patternParam, termParam } from '@hot/domain/url/search-param'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

/** Stars are fresh for 30 minutes and may be shown for 60. */
const keptMs = 2 * freshMs.stars

/** Fills whole rows of two, three and five columns. */
const pageSize = 30

type StarsFilter = {
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
      rpc(
        'stars_page',
        { p_sort: sort, p_letter: letter, p_query: query, p_after: pageParam, p_limit: pageSize },
        signal,
      ),
    initialPageParam: after ?? null,
    getNextPageParam: (page) => page.next,
    staleTime: freshMs.stars,
    gcTime: keptMs,
  })

/** One star by current or former slug; null when there is none. */
export const starQuery = (slug: string) =>
  queryOptions({
    queryKey: ['stars', 'one', slug],
    queryFn: ({ signal }) => rpc('star_page', { p_slug: slug }, signal),
    staleTime: freshMs.stars,
    gcTime: keptMs,
  })

export type StarsSearch = {
  q?: string | undefined
  /** HoT is the default and has no address of its own. */
  sortierung?: 'name' | 'neu' | undefined
  buchstabe?: string | undefined
  /** Cursor of a later page, for readers without JavaScript. */
  nach?: string | undefined
}

/** What is in the address, or the default where it makes no sense. */
export const starsSearch = (given: Record<string, unknown>): StarsSearch => ({
  q: termParam(given.q, searchQueryMax),
  sortierung: choiceParam(given.sortierung, ['name', 'neu']),
  buchstabe: patternParam(given.buchstabe, /^[A-Z#]$/),
  nach: cursorParam(given.nach),
})

/** The list an address asks for. */
export const starsFilter = ({ q, sortierung, buchstabe, nach }: StarsSearch): StarsFilter => ({
  sort: sortierung === 'neu' ? 'new' : (sortierung ?? 'hot'),
  letter: buchstabe,
  query: q,
  after: nach,
})
