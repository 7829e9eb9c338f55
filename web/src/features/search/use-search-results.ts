import { searchDebounceMs } from '@hot/domain/search/limits'
import type { SearchResult } from '@hot/domain/search/results'
import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { popularQuery, searchQuery } from './search-queries.ts'

const noResults: readonly SearchResult[] = []

export type SearchView = {
  /** The query that `results` answer; empty for popular content. */
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
