import { freshMs } from '@hot/domain/network/query-policy'
import type { QueryClient } from '@tanstack/react-query'
import { postIn, showPost } from '#web/entities/post/post-cache.ts'

/** Refetches the post of an open page if it is stale; a deleted post is removed from lists as well. */
export async function refetchStalePost(queryClient: QueryClient, id: string): Promise<void> {
  const [page] = queryClient.getQueryCache().findAll({
    queryKey: ['posts', 'one'],
    predicate: (query) => postIn(query.state.data, id) !== undefined && query.isStaleByTime(freshMs.posts),
  })
  if (!page) return
  await queryClient.refetchQueries({ queryKey: page.queryKey, exact: true })
  if (page.state.data === null) showPost(queryClient, id, null)
}
