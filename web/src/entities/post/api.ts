import type { PostSort, TopWindow } from '@hot/domain/contract/post'
import { freshMs, popularBeside } from '@hot/domain/network/query-policy'
import type { PostType } from '@hot/domain/post/kinds'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { type PostsSearch, sorts } from './search.ts'

const pageSize = 20

/** The Trashtalk overview: hottest posts, then the latest of each kind. */
export const trashtalkQuery = () =>
  queryOptions({
    queryKey: ['posts', 'overview'],
    queryFn: ({ signal }) => rpc('trashtalk_page', {}, signal),
    staleTime: freshMs.posts,
  })

type PostsFilter = {
  /** Absent: all kinds. */
  type?: PostType | undefined
  sort: PostSort
  window: TopWindow
  /** Id of a star or format. */
  tag?: string | undefined
  /** Cursor to start after; only set for readers without JavaScript. */
  after?: string | undefined
}

/** An infinite list of posts. */
export const postsQuery = ({ type, sort, window, tag, after }: PostsFilter) =>
  infiniteQueryOptions({
    queryKey: ['posts', 'list', { type, sort, window, tag, after }],
    queryFn: ({ pageParam, signal }) =>
      rpc(
        'posts_page',
        { p_type: type, p_sort: sort, p_window: window, p_tag: tag, p_after: pageParam, p_limit: pageSize },
        signal,
      ),
    initialPageParam: after ?? null,
    getNextPageParam: (page) => page.next,
    staleTime: freshMs.posts,
  })

/** What is shown beside lists of posts: topics, the latest comments, and the star or format of the list. */
export const postsAsideQuery = (tag?: string) =>
  queryOptions({
    queryKey: ['posts', 'aside', tag],
    queryFn: ({ signal }) => rpc('posts_aside', { p_tag: tag }, signal),
    staleTime: freshMs.posts,
  })

/** Currently popular posts, beside a post's page. */
export const hotPostsQuery = () =>
  queryOptions({
    queryKey: ['posts', 'hot'],
    queryFn: ({ signal }) => rpc('posts_page', popularBeside, signal),
    staleTime: freshMs.posts,
  })

/** One approved post by its dated URL; null if there is none. */
export const postQuery = (type: PostType, day: string, slug: string) =>
  queryOptions({
    queryKey: ['posts', 'one', type, day, slug],
    queryFn: ({ signal }) => rpc('post_page', { p_type: type, p_day: day, p_slug: slug }, signal),
    staleTime: freshMs.posts,
  })

/** Whether this address of a post was taken down for good; for the server, which then says so. */
export const addressGoneQuery = (day: string, slug: string) =>
  queryOptions({
    queryKey: ['posts', 'gone', day, slug],
    queryFn: ({ signal }) => rpc('post_address_gone', { p_day: day, p_slug: slug }, signal),
  })

/** A post's current path by its id; null if there is none. */
export const postPathQuery = (id: string) =>
  queryOptions({
    queryKey: ['posts', 'path', id],
    queryFn: ({ signal }) => rpc('post_path', { p_id: id }, signal),
    staleTime: freshMs.posts,
  })

export type TaggedSort = 'new' | 'hot'

/** A few posts about one star or format, for their pages. */
export const taggedPostsQuery = (tag: string, sort: TaggedSort = 'new') =>
  queryOptions({
    queryKey: ['posts', 'tagged', tag, sort],
    queryFn: ({ signal }) => rpc('posts_page', { p_sort: sort, p_tag: tag, p_limit: 3 }, signal),
    staleTime: freshMs.posts,
  })

/** Query filter for the search params. */
export const postsFilter = (search: PostsSearch, type?: PostType): PostsFilter => ({
  type,
  sort: sorts[search.sortierung ?? 'neu'],
  window: search.zeitraum === 'gesamt' ? 'all' : (search.zeitraum ?? '7'),
  tag: search.tag,
  after: search.nach,
})
