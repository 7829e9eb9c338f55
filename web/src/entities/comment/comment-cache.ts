import type { CommentThread } from '@hot/domain/contract/community'
import type { Comment } from '@hot/domain/contract/post'
import type { QueryClient } from '@tanstack/react-query'
import { commentsKey, threadKey } from './comments-queries.ts'
import {
  addComment,
  type CommentChange,
  changeComment,
  changeInThread,
  findComment,
  mergeThreads,
  recount,
  withReply,
} from './merge-comments.ts'
import type { CommentPages, Thread } from './threads.ts'

/** When the server last told how many comments a post has (epoch ms), by post. */
const toldAt = new Map<string, number>()

/** The comments of a post as they are shown: every order that was loaded, and threads that links led to. */
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
    /** The server told how many there are. */
    setTotal(total: number): void {
      toldAt.set(postId, Date.now())
      inPages((pages) => recount(pages, () => total))
    },
    /** An own comment more or less, unless the server has told the number since `since` (epoch ms). */
    countOwn(by: number, since: number): void {
      if ((toldAt.get(postId) ?? 0) >= since) return
      inPages((pages) => recount(pages, (total) => total + by))
    },
    /** Asks for everything that is shown again. */
    refetch(): Promise<unknown> {
      return Promise.all([
        client.invalidateQueries({ queryKey: commentsKey(postId) }),
        client.invalidateQueries({ queryKey: threadKey() }),
      ])
    },
  }
}
