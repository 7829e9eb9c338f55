import type { ReactionKind, ViewerComments } from '@hot/domain/contract/community'
import type { Thread } from '@hot/domain/contract/post'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { whenReadyToWrite } from '#web/lib/auth/viewer/writing-gate.ts'
import { choicesOf, queuedMessage } from '#web/lib/offline/queued-writes/choices.ts'
import { type Choice, ownChoice, type Target } from '#web/lib/offline/queued-writes/own-choices.ts'
import { writeOwnRow } from '#web/lib/offline/queued-writes/send-choice.ts'
import type { StoredChoice } from '#web/lib/offline/queued-writes/stored-choices.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { CommentedPostContext } from './api.ts'
import { commentCache } from './comment-cache.ts'
import { catchUpComments } from './comment-news.ts'
import { commentFailure } from './comment-writes.ts'

const targetOf = (id: string): Target => `comment:${id}`
const reactionsKey = (postId: string) => ['comments', 'reactions', postId] as const
/** `viewer_comments` returns at most this many; with fewer, the list is complete. */
const maxReactions = 1000

const count = (choice: Choice, kind: ReactionKind) => (choice === kind ? 1 : 0)

/** Id of the post whose comments are shown; queued reactions may be sent after its page was left. */
let openPost: string | undefined

function createCommentReactions(client: QueryClient) {
  const choices = choicesOf(client)
  choices.define('comment', {
    write: (id, choice, signal) =>
      writeOwnRow('comment_reactions', id, choice === null ? null : { reaction: choice }, signal),
    moved(id, from, to) {
      if (!openPost) return
      commentCache(client, openPost).change(id, ({ hearts, poops }) => ({
        hearts: Math.max(0, hearts + count(to, 'heart') - count(from, 'heart')),
        poops: Math.max(0, poops + count(to, 'poop') - count(from, 'poop')),
      }))
    },
    stale() {
      if (!openPost) return
      void client.invalidateQueries({ queryKey: reactionsKey(openPost) })
      // Without an answer, the next live update or visit brings the counters.
      catchUpComments(client, openPost).catch(() => {})
    },
    queued: (isFull) => showToast(queuedMessage(isFull)),
    failed(_, error) {
      void commentFailure(error, openPost ?? '').then((text) =>
        showToast({ kind: 'error', title: 'Deine Reaktion kam nicht an.', text }),
      )
    },
  })
  return {
    /** Applied synchronously unless the member still needs a nickname or an invitation. */
    choose: (target: Target, choice: Choice) => whenReadyToWrite(() => choices.choose(target, choice)),
    /** Call it before the request; pass the response to the returned function. */
    expect: choices.expect.bind(choices),
    /** Call it once all of the viewer's reactions are known: other comments then have none. */
    assumeNone(ids: readonly string[]): void {
      const targets = ids.map(targetOf).filter((target) => ownChoice(target) === undefined && !choices.busy(target))
      if (targets.length > 0) choices.expect()(targets.map((target): StoredChoice => [target, null]))
    },
  }
}

let instance: ReturnType<typeof createCommentReactions> | undefined

/** The app's only instance, created with the first client. */
export function commentReactions(client: QueryClient) {
  instance ??= createCommentReactions(client)
  return instance
}

/** What a member has not read: how many comments, the first of them, and the newest of all. */
export type Unread = Pick<ViewerComments, 'unread' | 'first_unread' | 'newest'>

/** Fetches the viewer's reactions and shows them at the loaded comments. Returns what is unread, once known. */
export function useOwnCommentReactions(threads: readonly Thread[]): Unread | undefined {
  const client = useQueryClient()
  const { id: postId } = use(CommentedPostContext)
  const who = useViewer()
  const { data } = useQuery({
    queryKey: [...reactionsKey(postId), who.state === 'member' && who.user.id],
    queryFn: async ({ signal }) => {
      const receive = commentReactions(client).expect()
      const { reactions, ...unread } = await rpc('viewer_comments', { p_post_id: postId }, signal)
      receive(reactions.map(({ comment_id, reaction }) => [targetOf(comment_id), reaction]))
      return { complete: reactions.length < maxReactions, unread }
    },
    // What is unread is asked anew each time a post is opened.
    gcTime: 0,
    meta: { personal: true },
  })
  useEffect(() => {
    openPost = postId
  }, [postId])
  useEffect(() => {
    if (!data?.complete) return
    commentReactions(client).assumeNone(threads.flatMap((thread) => [thread, ...thread.replies]).map(({ id }) => id))
  }, [client, data, threads])
  return data?.unread
}
