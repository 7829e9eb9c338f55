import { searchDebounceMs, searchQueryMax, searchShare } from '@hot/domain/search/limits'
import { fillPopular, mergeSearch, type SearchResult } from '@hot/domain/search/results'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useDebounced } from '#web/ui/forms/combobox.ts'

/** One retry instead of three, so that "Erneut versuchen" appears sooner. */
const retry = 1

/** Popular content, shown for a blank query. */
export const popularQuery = queryOptions({
  queryKey: ['search', 'popular'],
  queryFn: ({ signal }) => rpc('popular_content', {}, signal),
  select: (content) => fillPopular(content),
  retry,
})

/** Merged results of a query; a request superseded by a newer query is aborted. */
export const searchQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', 'all', query],
    queryFn: ({ signal }) =>
      rpc('search_all', { p_query: query.slice(0, searchQueryMax), p_limit: searchShare() }, signal),
    select: (answer) => mergeSearch(answer, query),
    retry,
  })

const noResults: readonly SearchResult[] = []

export type SearchView = {
  /** The query of `results`; empty for popular content. */
  query: string
  results: readonly SearchResult[]
  state: 'loading' | 'ready' | 'failed'
  retry: () => void
}

/** What the search overlay shows for the text in its field. */
export function useSearchResults(text: string): SearchView {
  const typed = text.trim()
  const query = useDebounced(typed, searchDebounceMs)
  const popular = useQuery({ ...popularQuery, enabled: query === '' })
  const found = useQuery({ ...searchQuery(query), enabled: query !== '' })
  const answer = query === '' ? popular : found
  const settled = typed === query && !answer.isFetching
  return {
    query,
    results: (settled && answer.data) || noResults,
    state: !settled ? 'loading' : answer.isError ? 'failed' : 'ready',
    retry: () => void answer.refetch(),
  }
}
