import type { Thread } from '@hot/domain/contract/post'
import type { QueryClient } from '@tanstack/react-query'
import { commentCache, type RepliesSide } from '#web/entities/comment/comment-cache.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { focusSoon } from './focus-comment.ts'

/** Requests under way, so that a second press asks nothing. */
const loading = new Set<string>()

/** Loads the next replies of a thread on one side, and moves the focus from the pressed link to the first of them. */
export async function load(client: QueryClient, postId: string, thread: Thread, side: RepliesSide): Promise<void> {
  const edge = thread[side]
  const key = `${side} ${edge}`
  if (loading.has(key)) return
  loading.add(key)
  try {
    const place = side === 'later' ? { p_after: edge } : { p_before: edge }
    const answer = await rpc('comment_replies', { p_comment_id: thread.id, ...place })
    commentCache(client, postId).addReplies(thread.id, side, answer)
    const first = side === 'later' ? answer.items[0] : answer.items.at(-1)
    if (first) focusSoon(first.id, side === 'later' ? 'nearest' : 'center')
  } finally {
    loading.delete(key)
  }
}
