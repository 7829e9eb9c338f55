import type { ReactionKind } from '@hot/domain/contract/community'
import type { Comment } from '@hot/domain/contract/post'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { choicesOf, queuedMessage } from '#web/lib/offline/queued-writes/choices.ts'
import { type Choice, ownChoice, type Target } from '#web/lib/offline/queued-writes/own-choices.ts'
import { writeOwnRow } from '#web/lib/offline/queued-writes/send-choice.ts'
import type { StoredChoice } from '#web/lib/offline/queued-writes/stored-choices.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import type { Thread } from './api.ts'
import { CommentedPostContext } from './api.ts'
import { commentCache } from './comment-cache.ts'
import { commentFailure } from './comment-writes.ts'

const targetOf = (id: string): Target => `comment:${id}`
const reactionsKey = (postId: string) => ['comments', 'reactions', postId] as const
/** Maximum `viewer_comments` returns; fewer means that the list is complete. */
const answeredMost = 1000

const one = (choice: Choice, kind: ReactionKind) => (choice === kind ? 1 : 0)

/** Id of the post whose comments are open; queued reactions outlive it. */
let openPost: string | undefined

function createCommentReactions(client: QueryClient) {
  const choices = choicesOf(client)
  choices.define('comment', {
    write: (id, choice, signal) =>
      writeOwnRow('comment_reactions', id, choice === null ? null : { reaction: choice }, signal),
    moved(id, from, to) {
      if (!openPost) return
      commentCache(client, openPost).change(id, ({ hearts, poops }) => ({
        hearts: Math.max(0, hearts + one(to, 'heart') - one(from, 'heart')),
        poops: Math.max(0, poops + one(to, 'poop') - one(from, 'poop')),
      }))
    },
    stale() {
      if (!openPost) return
      void client.invalidateQueries({ queryKey: reactionsKey(openPost) })
      void commentCache(client, openPost).refetch()
    },
    queued: () => showToast(queuedMessage),
    failed(_, error) {
      void commentFailure(error, openPost ?? '').then((text) =>
        showToast({ kind: 'error', title: 'Deine Reaktion kam nicht an.', text }),
      )
    },
  })
  return {
    /** Sets, changes or withdraws the viewer's reaction. */
    react({ id }: Comment, kind: ReactionKind): void {
      choices.choose(targetOf(id), ownChoice(targetOf(id)) === kind ? null : kind)
    },
    /** Call before the request; the returned function takes its result. */
    expect: choices.expect.bind(choices),
    /** All of the viewer's reactions are known: comments without one have none. */
    takeNone(ids: readonly string[]): void {
      const targets = ids.map(targetOf).filter((target) => ownChoice(target) === undefined && !choices.busy(target))
      if (targets.length > 0) choices.expect()(targets.map((target): StoredChoice => [target, null]))
    },
  }
}

let only: ReturnType<typeof createCommentReactions> | undefined

export function commentReactions(client: QueryClient) {
  only ??= createCommentReactions(client)
  return only
}

/** Fetches the viewer's reactions and shows them at the loaded comments. */
export function useOwnCommentReactions(threads: readonly Thread[]): void {
  const client = useQueryClient()
  const { id: postId } = use(CommentedPostContext)
  const who = useViewer()
  const { data } = useQuery({
    queryKey: [...reactionsKey(postId), who.state === 'member' && who.user.id],
    queryFn: async ({ signal }) => {
      const take = commentReactions(client).expect()
      const { reactions } = await rpc('viewer_comments', { p_post_id: postId }, signal)
      take(reactions.map(({ comment_id, reaction }) => [targetOf(comment_id), reaction]))
      return { complete: reactions.length < answeredMost }
    },
    meta: { personal: true },
  })
  useEffect(() => {
    openPost = postId
  }, [postId])
  useEffect(() => {
    if (!data?.complete) return
    commentReactions(client).takeNone(threads.flatMap((thread) => [thread, ...thread.replies]).map(({ id }) => id))
  }, [client, data, threads])
}
