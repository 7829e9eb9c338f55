import type { CommentReplies, CommentThread } from '@hot/domain/contract/community'
import type { Comment, Thread } from '@hot/domain/contract/post'
import type { QueryClient } from '@tanstack/react-query'
import { type CommentPages, commentsKey, threadKey, threadsOf } from './api.ts'

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
    /** Changes many comments in one go. */
    changeAll(changes: ReadonlyMap<string, CommentChange>): void {
      inPages((pages) => mapThreads(pages, (thread) => changeMany(thread, changes)))
      inLinked((thread) => changeMany(thread, changes))
    },
    add(comment: Comment): void {
      inPages((pages) => addComment(pages, comment))
      inLinked((thread) => withReply(thread, comment))
    },
    /** Adds fetched comments: new threads on top, replies to their thread. */
    merge(threads: readonly Thread[]): void {
      inPages((pages) => mergeThreads(pages, threads))
      inLinked((thread) => withNews(thread, threads))
    },
    /** Fills the gap before (`earlier`) or after (`later`) the loaded replies of a thread. */
    addReplies(rootId: string, side: RepliesSide, answer: CommentReplies): void {
      const fill = (thread: Thread) => (thread.id === rootId ? withReplies(thread, side, answer) : thread)
      inPages((pages) => mapThreads(pages, fill))
      inLinked(fill)
    },
    /** Ids of all loaded comments, and when the database answered the first page. */
    loaded(): { ids: string[]; at: string | undefined } {
      const lists = client.getQueriesData<CommentPages>({ queryKey: commentsKey(postId) })
      const pages = lists.flatMap(([, data]) => data?.pages ?? [])
      const threads = [...pages.flatMap(({ items }) => items), ...linkedThreads()]
      const ids = threads.flatMap((thread) => [thread, ...thread.replies]).map(({ id }) => id)
      return { ids: [...new Set(ids)], at: pages.map(({ at }) => at).sort()[0] }
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

/** The comment as it is now; the same object if nothing differs. */
function changed<Shown extends Comment>(comment: Shown, changes: ReadonlyMap<string, CommentChange>): Shown {
  const change = changes.get(comment.id)
  const differs = change && (Object.keys(change) as (keyof CommentChange)[]).some((key) => comment[key] !== change[key])
  return differs ? { ...comment, ...change } : comment
}

function changeMany(thread: Thread, changes: ReadonlyMap<string, CommentChange>): Thread {
  const replies = thread.replies.map((reply) => changed(reply, changes))
  const root = changed(thread, changes)
  return replies.every((reply, place) => reply === thread.replies[place]) ? root : { ...root, replies }
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

/** Appends a new reply to its thread. */
const withReply = (thread: Thread, reply: Comment): Thread =>
  thread.id !== reply.parent_id || thread.replies.some(({ id }) => id === reply.id)
    ? thread
    : { ...thread, replies: [...thread.replies, reply], reply_count: thread.reply_count + 1 }

/** The replies with others added at `place`; those that are there already are replaced. */
function unite(replies: readonly Comment[], others: readonly Comment[], place: number): Comment[] {
  const known = new Set(replies.map(({ id }) => id))
  const current = new Map(others.map((reply) => [reply.id, reply]))
  const united = replies.map((reply) => current.get(reply.id) ?? reply)
  united.splice(place, 0, ...others.filter(({ id }) => !known.has(id)))
  return united
}

/** The thread as it is now, with the new replies at its end; what was loaded before stays. */
function withNews(thread: Thread, news: readonly Thread[]): Thread {
  const now = news.find(({ id }) => id === thread.id)
  if (!now) return thread
  const replies = unite(thread.replies, now.replies, thread.replies.length)
  return { ...now, replies, earlier: thread.earlier, later: thread.later }
}

/** Which end of the loaded replies a gap is at. */
export type RepliesSide = 'earlier' | 'later'

function withReplies(thread: Thread, side: RepliesSide, { items, more }: CommentReplies): Thread {
  const at = thread.replies.findIndex(({ id }) => id === thread[side])
  const replies = unite(thread.replies, items, side === 'later' ? at + 1 : Math.max(0, at))
  const edge = side === 'later' ? items.at(-1) : items[0]
  return { ...thread, replies, [side]: more ? (edge?.id ?? null) : null }
}

/**
 * Adds a new comment on top, regardless of the order, or a reply at the end of its thread. Ignores duplicates; does not
 * change the total.
 */
export function addComment(data: CommentPages, comment: Comment): CommentPages {
  if (findComment(data, comment.id)) return data
  if (comment.parent_id) return mapThreads(data, (thread) => withReply(thread, comment))
  return prepend(data, [{ ...comment, replies: [], reply_count: 0, earlier: null, later: null }])
}

/** Merges new comments: replies are added to shown threads, other threads go on top. Does not change the total. */
export function mergeThreads(data: CommentPages, threads: readonly Thread[]): CommentPages {
  const shown = new Set(threadsOf(data.pages).map(({ id }) => id))
  const merged = mapThreads(data, (thread) => withNews(thread, threads))
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
