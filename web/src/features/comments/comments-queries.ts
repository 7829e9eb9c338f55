import { freshMs } from '@hot/domain/query-policy'
import type { CommentsPage } from '@hot/domain/wire/post'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { pageRpc } from '#web/data/page-rpc.ts'

const pageSize = 20

export type CommentSort = 'beste' | 'neu'

/** Comments of a post, page by page, each with its replies. `after` begins later, for readers without JavaScript. */
export const commentsQuery = (postId: string, sort: CommentSort, after?: string) =>
  infiniteQueryOptions({
    queryKey: ['comments', postId, sort, after],
    queryFn: ({ pageParam, signal }) =>
      pageRpc<CommentsPage>(
        'comments_page',
        { p_post_id: postId, p_sort: sort, p_after: pageParam, p_limit: pageSize },
        signal,
      ),
    initialPageParam: after ?? null,
    getNextPageParam: (page) => page.next,
    staleTime: freshMs.posts,
  })
