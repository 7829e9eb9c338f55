import type { CommentThread } from '@hot/domain/contract/community'
import type { Comment } from '@hot/domain/contract/post'
import type { QueryClient } from '@tanstack/react-query'
import { type CommentPages, commentsKey, type Thread, threadKey, threadsOf } from './api.ts'

/** When the server last reported the number of comments (epoch ms), by post. */
const reportedAt = new Map<string, number>()

/** Reads and changes the cached comments of a post, in every loaded sort order and in linked threads. */
export function commentCache(client: QueryClient, postId: string) {
  const inPages = (map: (pages: CommentPages) => CommentPages) =>
    client.setQueriesData<CommentPages>({ queryKey: commentsKey(postId) }, (pages) => pages && map(pages))
  const inLinked = (map: (thread: Thread) => Thread) =>
    client.setQueriesData<CommentThread>({ queryKey: threadKey() }, (linked) => {
      if (linked?.post.id !== postId) return linked
      const thread = map(linked.thread)
      return thread === linked.thread ? linked : { ...linked, thread }
    })
  const linkedThreads = () =>
    client
      .getQueriesData<CommentThread>({ queryKey: threadKey() })
      .flatMap(([, linked]) => (linked?.post.id === postId ? [linked.thread] : []))
  return {
    find(id: string): Comment | undefined {
      const linked = linkedThreads().flatMap((thread) => [thread, ...thread.replies])
      const pages = client.getQueriesData<CommentPages>({ queryKey: commentsKey(postId) })
      const found = pages.flatMap(([, data]) => (data ? (findComment(data, id) ?? []) : []))
      return [...found, ...linked].find((comment) => comment.id === id)
    },
    change(id: string, change: CommentChange | ((before: Comment) => CommentChange)): void {
      const before = this.find(id)
      if (!before) return
      const next = typeof change === 'function' ? change(before) : change
      inPages((pages) => changeComment(pages, id, next))
      inLinked((thread) => changeInThread(thread, id, next))
    },
    add(comment: Comment): void {
      inPages((pages) => addComment(pages, comment))
      inLinked((thread) => withReply(thread, comment))
    },
    merge(threads: readonly Thread[]): void {
      inPages((pages) => mergeThreads(pages, threads))
      inLinked((thread) => threads.find(({ id }) => id === thread.id) ?? thread)
    },
    /** Stores the total reported by the server. */
    setTotal(total: number): void {
      reportedAt.set(postId, Date.now())
      inPages((pages) => recount(pages, () => total))
    },
    /**
     * Adjusts the total for the member's own comment, unless the server has reported a total since `since` (epoch ms).
     */
    countOwn(by: number, since: number): void {
      if ((reportedAt.get(postId) ?? 0) >= since) return
      inPages((pages) => recount(pages, (total) => total + by))
    },
    /** Refetches what is shown, and marks the rest as stale. */
    refetch(): Promise<unknown> {
      return Promise.all([
        client.invalidateQueries({ queryKey: commentsKey(postId) }),
        client.invalidateQueries({ queryKey: threadKey() }),
      ])
    },
  }
}

/** Changes to a shown comment. */
export type CommentChange = Partial<
  Pick<
    Comment,
    'content' | 'mentions' | 'edited_at' | 'is_deleted' | 'hearts' | 'poops' | 'author' | 'is_author' | 'is_team'
  >
>

/** Content of a deleted comment, as returned by `private.comment_items`. */
export const deletedComment = {
  content: '',
  mentions: null,
  is_deleted: true,
  edited_at: null,
  author: null,
  is_author: false,
  is_team: false,
  hearts: 0,
  poops: 0,
} as const satisfies CommentChange

function findComment(data: CommentPages, id: string): Comment | undefined {
  for (const thread of threadsOf(data.pages)) {
    if (thread.id === id) return thread
    const reply = thread.replies.find((one) => one.id === id)
    if (reply) return reply
  }
  return undefined
}

/** A thread with one of its comments changed; the same object if it does not contain the comment. */
function changeInThread(thread: Thread, id: string, change: CommentChange): Thread {
  if (thread.id === id) return { ...thread, ...change }
  if (!thread.replies.some((reply) => reply.id === id)) return thread
  return { ...thread, replies: thread.replies.map((reply) => (reply.id === id ? { ...reply, ...change } : reply)) }
}

function mapThreads(data: CommentPages, map: (thread: Thread) => Thread): CommentPages {
  const pages = data.pages.map((page) => {
    const items = page.items.map(map)
    return items.every((item, index) => item === page.items[index]) ? page : { ...page, items }
  })
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages }
}

/** Changes a comment in place. */
export const changeComment = (data: CommentPages, id: string, change: CommentChange): CommentPages =>
  mapThreads(data, (thread) => changeInThread(thread, id, change))

/** Updates the total shown in the heading, which is stored in every page of the list. */
export function recount(data: CommentPages, total: (before: number) => number): CommentPages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, total: Math.max(0, total(page.total)) })) }
}

/** Appends a reply to its thread. */
const withReply = (thread: Thread, reply: Comment): Thread =>
  thread.id !== reply.parent_id || thread.replies.some(({ id }) => id === reply.id)
    ? thread
    : { ...thread, replies: [...thread.replies, reply] }

/**
 * Adds a new comment on top, regardless of the order, or a reply at the end of its thread. Ignores duplicates; does not
 * change the total.
 */
export function addComment(data: CommentPages, comment: Comment): CommentPages {
  if (findComment(data, comment.id)) return data
  if (comment.parent_id) return mapThreads(data, (thread) => withReply(thread, comment))
  return prepend(data, [{ ...comment, replies: [] }])
}

/** Merges fetched threads: shown ones change in place, others go on top. Does not change the total. */
export function mergeThreads(data: CommentPages, threads: readonly Thread[]): CommentPages {
  const current = new Map(threads.map((thread) => [thread.id, thread]))
  const shown = new Set(threadsOf(data.pages).map(({ id }) => id))
  const merged = mapThreads(data, (thread) => current.get(thread.id) ?? thread)
  return prepend(
    merged,
    threads.filter(({ id }) => !shown.has(id)),
  )
}

function prepend(data: CommentPages, threads: readonly Thread[]): CommentPages {
  const [first, ...others] = data.pages
  if (!first || threads.length === 0) return data
  return { ...data, pages: [{ ...first, items: [...threads, ...first.items] }, ...others] }
}
