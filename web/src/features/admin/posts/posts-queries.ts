import type { AdminPostFigures, AdminPostsPage, PostOutcome } from '@hot/domain/wire/admin-posts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { actionRpc } from '#web/data/action-rpc.ts'
import { pageRpc } from '#web/data/page-rpc.ts'
import type { PostsFilter } from './posts-search.ts'

const pageSize = 20

const adminPostsKey = ['admin', 'posts'] as const

export const adminPostsQuery = (filter: PostsFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminPostsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      pageRpc<AdminPostsPage>(
        'admin_posts_page',
        {
          p_status: filter.status,
          p_type: filter.type,
          p_query: filter.query,
          p_after: pageParam,
          p_limit: pageSize,
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    meta: { personal: true },
  })

export const figuresQuery = queryOptions({
  queryKey: [...adminPostsKey, 'figures'],
  queryFn: ({ signal }) => pageRpc<AdminPostFigures>('admin_post_figures', {}, signal),
  staleTime: 0,
  meta: { personal: true },
})

export type Decision = 'approve' | 'reject' | 'delete'
type Seen = { id: string; updated_at: string }

/** Each post is decided about as it was read; the outcomes say which were not. */
export const decidePosts = (posts: readonly Seen[], decision: Decision, reason: string | null) =>
  actionRpc<PostOutcome[]>('admin_decide_posts', {
    p_ids: posts.map(({ id }) => id),
    p_seen: posts.map(({ updated_at }) => updated_at),
    p_decision: decision,
    p_reason: reason,
  })
