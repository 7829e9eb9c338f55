import type { ReactionKind } from '@hot/domain/contract/community'
import type { Comment } from '@hot/domain/contract/post'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { type Mark, type MarkKey, ownMark } from '#web/lib/offline/queued-writes/own-reactions.ts'
import { toggleQueue } from '#web/lib/offline/queued-writes/toggle-queue.ts'
import { keptMessage } from '#web/lib/offline/queued-writes/vote-outbox.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import type { Thread } from './api.ts'
import { CommentedPostContext } from './api.ts'
import { commentCache } from './comment-cache.ts'
import { commentFailure } from './comment-failure.ts'
import { writeReaction } from './comment-writes.ts'

const key = (id: string): MarkKey => `comment:${id}`
const marksKey = (postId: string) => ['comments', 'marks', postId] as const
/** As many as `viewer_comments` answers; with fewer it named them all. */
const answeredMost = 1000

const asReaction = (mark: Mark): ReactionKind | null => (mark === 'heart' || mark === 'poop' ? mark : null)
const one = (mark: Mark, kind: ReactionKind) => (mark === kind ? 1 : 0)

/** One page of comments is open at a time; the queue outlives it. */
let shown: { client: QueryClient; postId: string } | null = null

toggleQueue.define('comment', {
  write: (id, mark, signal) => writeReaction(id, asReaction(mark), signal),
  moved(id, from, to) {
    if (!shown) return
    commentCache(shown.client, shown.postId).change(id, ({ hearts, poops }) => ({
      hearts: Math.max(0, hearts + one(to, 'heart') - one(from, 'heart')),
      poops: Math.max(0, poops + one(to, 'poop') - one(from, 'poop')),
    }))
  },
  stale() {
    if (!shown) return
    void shown.client.invalidateQueries({ queryKey: marksKey(shown.postId) })
    void commentCache(shown.client, shown.postId).refetch()
  },
  kept: () => showToast(keptMessage),
  failed(_, error) {
    void commentFailure(error, shown?.postId ?? '').then((text) =>
      showToast({ kind: 'error', title: 'Deine Reaktion kam nicht an.', text }),
    )
  },
})

/** Sets, changes or takes back the viewer's reaction. */
export const react = ({ id }: Comment, kind: ReactionKind): void =>
  toggleQueue.set(key(id), ownMark(key(id)) === kind ? null : kind)

/** Learns what the viewer has reacted to, and shows it at the comments that are there. */
export function useCommentMarks(threads: readonly Thread[]): void {
  const client = useQueryClient()
  const { id: postId } = use(CommentedPostContext)
  const who = useViewer()
  const { data } = useQuery({
    queryKey: [...marksKey(postId), who.state === 'member' && who.user.id],
    queryFn: async ({ signal }) => {
      const take = toggleQueue.expect()
      const { reactions } = await rpc('viewer_comments', { p_post_id: postId }, signal)
      take(reactions.map(({ comment_id, reaction }) => [key(comment_id), reaction]))
      return { complete: reactions.length < answeredMost }
    },
    meta: { personal: true },
  })
  useEffect(() => {
    shown = { client, postId }
  }, [client, postId])
  useEffect(() => {
    if (!data?.complete) return
    const ids = threads.flatMap((thread) => [thread, ...thread.replies]).map(({ id }) => key(id))
    const unmarked = ids.filter((id) => ownMark(id) === undefined && !toggleQueue.busy(id))
    if (unmarked.length > 0) toggleQueue.expect()(unmarked.map((id) => [id, null]))
  }, [data, threads])
}
