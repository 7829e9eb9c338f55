import type { TagSearch } from '@hot/domain/contract/community'
import { freshMs } from '@hot/domain/network/query-policy'
import { searchDebounceMs, searchQueryMax } from '@hot/domain/search/limits'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { type PostFields, tagId } from './post-fields.ts'

const tagQuery = (query: string) =>
  queryOptions({
    queryKey: ['tags', query],
    queryFn: ({ signal }) => rpc('tag_search', { p_query: query }, signal),
    staleTime: freshMs.stars,
    enabled: query !== '',
  })

export type TagResults = {
  state: 'idle' | 'loading' | 'ready' | 'failed'
  tags: TagSearch
  retry: () => void
}

/** Stars and formats for what is typed, without those chosen already. */
export function useTagSearch(text: string, chosen: PostFields['tags']): TagResults {
  const typed = text.trim().slice(0, searchQueryMax)
  const query = useDebounced(typed, searchDebounceMs)
  const { data, isError, isFetching, refetch } = useQuery(tagQuery(query))
  const retry = () => void refetch()
  if (typed === '') return { state: 'idle', tags: [], retry }
  if (typed !== query || isFetching) return { state: 'loading', tags: [], retry }
  if (isError || !data) return { state: 'failed', tags: [], retry }
  const taken = new Set(chosen.map(tagId))
  return { state: 'ready', tags: data.filter((tag) => !taken.has(tagId(tag))), retry }
}
