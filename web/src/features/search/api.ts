import type { SearchKind } from '@hot/domain/search/kinds'
import {
  searchDebounceMs,
  searchGroupSize,
  searchPartSize,
  searchQueryMax,
  searchShare,
} from '@hot/domain/search/limits'
import { fillPopular, mergeSearch, type SearchResult } from '@hot/domain/search/results'
import { firstCharacters } from '@hot/domain/text/sanitize-text'
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useDebounced } from '#web/ui/forms/combobox.tsx'

/** One retry instead of three, so that `Erneut versuchen` is offered sooner. */
const retry = 1

/** Popular content, shown for a blank query. */
export const popularQuery = queryOptions({
  queryKey: ['search', 'popular'],
  queryFn: ({ signal }) => rpc('popular_content', {}, signal),
  select: (content) => fillPopular(content),
  retry,
})

/** Merged results of a query; its request is aborted when the query changes. */
export const searchQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', 'all', query],
    queryFn: ({ signal }) =>
      rpc('search_all', { p_query: firstCharacters(query, searchQueryMax), p_limit: searchShare() }, signal),
    select: (response) => mergeSearch(response, query),
    retry,
  })

/** The first results of every kind, for `/suche`. */
export const searchPageQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', 'page', query],
    queryFn: ({ signal }) => rpc('search_page', { p_query: query, p_limit: searchGroupSize }, signal),
    retry,
  })

/** One kind of results, part by part. `after`: only set for readers without JavaScript. */
export const searchKindQuery = (query: string, kind: SearchKind, after?: string) =>
  infiniteQueryOptions({
    queryKey: ['search', 'kind', query, kind, after],
    queryFn: ({ pageParam, signal }) =>
      rpc('search_page', { p_query: query, p_kind: kind, p_after: pageParam, p_limit: searchPartSize }, signal),
    initialPageParam: after ?? null,
    getNextPageParam: (page) => page[kind].next,
    retry,
  })

const noResults: readonly SearchResult[] = []

export type SearchView = {
  /** The query of `results`; empty for popular content. */
  query: string
  results: readonly SearchResult[]
  /** Popular content, where the query has no results. */
  popular: readonly SearchResult[]
  state: 'loading' | 'ready' | 'failed'
  retry: () => void
}

/** What the search overlay shows for the text in its field, once it is open; it asks for nothing before. */
export function useSearchResults(text: string, isOpen: boolean): SearchView {
  const typed = text.trim()
  const query = useDebounced(typed, searchDebounceMs)
  const found = useQuery({ ...searchQuery(query), enabled: isOpen && query !== '' })
  const none = found.data?.length === 0
  const popular = useQuery({ ...popularQuery, enabled: isOpen && (query === '' || none) })
  const active = query === '' ? popular : found
  const settled = isOpen && typed === query && !active.isFetching
  return {
    query,
    results: (settled && active.data) || noResults,
    popular: (settled && none && popular.data) || noResults,
    state: !settled ? 'loading' : active.isError ? 'failed' : 'ready',
    retry: () => void active.refetch(),
  }
}
