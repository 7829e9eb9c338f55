import { freshMs } from '@hot/domain/network/query-policy'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

export type TaggedSort = 'new' | 'hot'

/** A few posts about one star or format, for their pages. */
export const taggedPostsQuery = (tag: string, sort: TaggedSort = 'new') =>
  queryOptions({
    queryKey: ['posts', 'tagged', tag, sort],
    queryFn: ({ signal }) => rpc('posts_page', { p_sort: sort, p_tag: tag, p_limit: 3 }, signal),
    staleTime: freshMs.posts,
  })
