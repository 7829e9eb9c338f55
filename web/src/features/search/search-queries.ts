import { searchQueryMax, searchShare } from '@hot/domain/search/limits'
import { fillPopular, mergeSearch } from '@hot/domain/search/results'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

/** A person who searches would rather press "Erneut versuchen" than wait for three silent retries. */
const retry = 1

/** What a blank query shows. */
export const popularQuery = queryOptions({
  queryKey: ['search', 'popular'],
  queryFn: ({ signal }) => rpc('popular_content', {}, signal),
  select: (content) => fillPopular(content),
  retry,
})

/** Merged results of a query; a request that a newer query has overtaken is aborted. */
export const searchQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', 'all', query],
    queryFn: ({ signal }) =>
      rpc('search_all', { p_query: query.slice(0, searchQueryMax), p_limit: searchShare() }, signal),
    select: (answer) => mergeSearch(answer, query),
    retry,
  })
