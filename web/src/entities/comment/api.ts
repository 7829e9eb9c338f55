import type { CommentsPage, Thread } from '@hot/domain/contract/post'
import { freshMs } from '@hot/domain/network/query-policy'
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createContext } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'

const firstPageSize = 20
/** Larger than the first: fewer requests, and still quick to render. */
const nextPageSize = 50

export type CommentSort = 'best' | 'new'

/** All cached comments of one post, in every sort order. */
export const commentsKey = (postId: string) => ['comments', 'of', postId] as const

/**
 * Pages of a post's comments, each comment with its replies. `after` starts at a later page, for readers without
 * JavaScript.
 */
export const commentsQuery = (postId: string, sort: CommentSort, after?: string) =>
  infiniteQueryOptions({
    queryKey: [...commentsKey(postId), sort, after],
    queryFn: ({ pageParam, signal }) =>
      rpc(
        'comments_page',
        {
          p_post_id: postId,
          p_sort: sort,
          p_after: pageParam,
          p_limit: pageParam === (after ?? null) ? firstPageSize : nextPageSize,
        },
        signal,
      ),
    initialPageParam: after ?? null,
    getNextPageParam: (page) => page.next,
    staleTime: freshMs.posts,
    // It compares by place, so a comment put on top would make all others new, and render them again.
    structuralSharing: false,
    // Members' pages catch up in place: a refetched list would take away what they are reading or writing.
    refetchOnReconnect: () => viewer().state !== 'member',
  })

/** Key of the thread of a linked comment; without an id, the key prefix of all such threads. */
export const threadKey = (commentId?: string) => ['comments', 'thread', ...(commentId ? [commentId] : [])] as const

/** The thread of a linked comment; null if it is not visible. */
export const commentThreadQuery = (commentId: string) =>
  queryOptions({
    queryKey: threadKey(commentId),
    queryFn: ({ signal }) => rpc('comment_thread', { p_comment_id: commentId }, signal),
    staleTime: freshMs.posts,
  })

export type CommentPages = InfiniteData<CommentsPage, string | null>

/** All threads in order, without duplicates: a thread that moved between pages or was put on top is in two of them. */
export function threadsOf(pages: CommentPages['pages'], except?: string): Thread[] {
  const seen = new Set<string | undefined>([except])
  return pages.flatMap((page) => page.items.filter(({ id }) => !seen.has(id) && seen.add(id)))
}

/** The post the comments belong to. */
type CommentedPost = { id: string; authorId: string | null; gone: boolean }
export const CommentedPostContext = createContext<CommentedPost>({ id: '', authorId: null, gone: false })
