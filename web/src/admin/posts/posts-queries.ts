import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { listQuery } from '../kit/list.tsx'
import type { PostsFilter } from './posts-search.ts'

const pageSize = 20

const adminPostsKey = ['admin', 'posts'] as const

export const adminPostsQuery = (filter: PostsFilter) =>
  listQuery([...adminPostsKey, 'list', filter], 'admin_posts_page', {
    p_status: filter.status,
    p_type: filter.type,
    p_query: filter.query,
    p_limit: pageSize,
  })

export const figuresQuery = queryOptions({
  queryKey: [...adminPostsKey, 'figures'],
  queryFn: ({ signal }) => rpc('admin_post_figures', {}, signal),
  staleTime: 0,
  meta: { personal: true },
})

export type Decision = 'approve' | 'reject' | 'delete'
type Seen = { id: string; updated_at: string }

/** Each post is decided about as it was read; the outcomes say which were not. */
export const decidePosts = (posts: readonly Seen[], decision: Decision, reason: string | null) =>
  rpc('admin_decide_posts', {
    p_ids: posts.map(({ id }) => id),
    p_seen: posts.map(({ updated_at }) => updated_at),
    p_decision: decision,
    p_reason: reason,
  })
