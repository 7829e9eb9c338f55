import { freshMs } from '@hot/domain/query-policy'
import type { PostsPage } from '@hot/domain/wire/post'
import { queryOptions } from '@tanstack/react-query'
import { pageRpc } from '#web/data/page-rpc.ts'

/** A few posts about one star or format, for their pages. */
export const taggedPostsQuery = (tag: string) =>
  queryOptions({
    queryKey: ['posts', 'tagged', tag],
    queryFn: ({ signal }) => pageRpc<PostsPage>('posts_page', { p_sort: 'neu', p_tag: tag, p_limit: 3 }, signal),
    staleTime: freshMs.posts,
  })
