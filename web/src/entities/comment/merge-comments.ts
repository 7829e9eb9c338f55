import type { Comment } from '@hot/domain/contract/post'
import { type CommentPages, type Thread, threadsOf } from './threads.ts'

/** What can change about a comment that is shown. */
export type CommentChange = Partial<
  Pick<
    Comment,
    'content' | 'mentions' | 'edited_at' | 'is_deleted' | 'hearts' | 'poops' | 'author' | 'is_author' | 'is_team'
  >
>

/** What is left of a deleted comment: its place. As `private.comment_items` answers it. */
export const goneComment = {
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

export function findComment(data: CommentPages, id: string): Comment | undefined {
  for (const thread of threadsOf(data.pages)) {
    if (thread.id === id) return thread
    const reply = thread.replies.find((one) => one.id === id)
    if (reply) return reply
  }
  return undefined
}

/** A thread with one of its comments changed; the same object when it is not among them. */
export function changeInThread(thread: Thread, id: string, change: CommentChange): Thread {
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

/** The number in the head, which stands in every page. */
export function recount(data: CommentPages, total: (before: number) => number): CommentPages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, total: Math.max(0, total(page.total)) })) }
}

/** A reply at the end of its thread. */
export const withReply = (thread: Thread, reply: Comment): Thread =>
  thread.id !== reply.parent_id || thread.replies.some(({ id }) => id === reply.id)
    ? thread
    : { ...thread, replies: [...thread.replies, reply] }

/** A new comment on top, whatever the order, or a reply at the end of its thread. Once only; does not count it. */
export function addComment(data: CommentPages, comment: Comment): CommentPages {
  if (findComment(data, comment.id)) return data
  if (comment.parent_id) return mapThreads(data, (thread) => withReply(thread, comment))
  return onTop(data, [{ ...comment, replies: [] }])
}

/** Threads as they are now: those that are shown change in place, the others come on top. Does not count them. */
export function mergeThreads(data: CommentPages, threads: readonly Thread[]): CommentPages {
  const current = new Map(threads.map((thread) => [thread.id, thread]))
  const shown = new Set(threadsOf(data.pages).map(({ id }) => id))
  const merged = mapThreads(data, (thread) => current.get(thread.id) ?? thread)
  return onTop(
    merged,
    threads.filter(({ id }) => !shown.has(id)),
  )
}

function onTop(data: CommentPages, threads: readonly Thread[]): CommentPages {
  const [first, ...others] = data.pages
  if (!first || threads.length === 0) return data
  return { ...data, pages: [{ ...first, items: [...threads, ...first.items] }, ...others] }
}
