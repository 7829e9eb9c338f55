import type { Comment } from '@hot/domain/contract/post'
import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { createStore, useStore } from '#web/create-store.ts'
import { CommentedPostContext } from '#web/entities/comment/api.ts'
import { commentCache } from '#web/entities/comment/comment-cache.ts'
import { showComments } from '#web/entities/comment/comment-news.ts'
import {
  commentFailure,
  holdComment,
  insertComment,
  type WrittenComment,
} from '#web/entities/comment/comment-writes.ts'
import { track } from '#web/lib/analytics/track.ts'
import { DataError } from '#web/lib/api/data-error.ts'
import { subscribeViewer, viewer } from '#web/lib/auth/viewer/viewer.ts'
import { announce } from '#web/ui/feedback/announce.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { dropComment, type StoredComment, storeComment, storedComments } from './comment-drafts.ts'

/**
 * A comment that is being sent, or that failed: then `failure` is the German message. `orphan`: what it answers cannot be
 * answered any more, so that it can only become a comment of its own. `holdable`: the team may read it first. `waits`: the
 * server has no room now, and it is sent again by itself.
 */
export type UnsentComment = StoredComment & {
  failure: string | null
  orphan?: boolean
  holdable?: boolean
  waits?: boolean
}

/**
 * For comments of a page that was closed while sending: they may have arrived, and sending them again does not
 * duplicate them.
 */
const uncertain = 'Dieser Kommentar kam vielleicht nicht an. Sende ihn noch einmal, doppelt erscheint er nie.'

const leftOver = () => storedComments().map((comment) => ({ ...comment, failure: uncertain }))
const currentOwner = () => {
  const who = viewer()
  return who.state === 'member' ? who.user.id : null
}

let owner = currentOwner()
const unsent = createStore<readonly UnsentComment[]>(leftOver())

// When another member signs in, only their own texts are shown.
subscribeViewer(() => {
  const next = currentOwner()
  if (next === null || next === owner) return
  owner = next
  unsent.set(leftOver())
})

function replace(comment: UnsentComment): void {
  const all = unsent.get()
  const exists = all.some(({ id }) => id === comment.id)
  unsent.set(exists ? all.map((one) => (one.id === comment.id ? comment : one)) : [...all, comment])
}

/** Removes a comment that has arrived or was discarded. */
export function removeUnsent(id: string): void {
  dropComment(id)
  unsent.set(unsent.get().filter((one) => one.id !== id))
}

/** Whether a comment of this id is in the outbox. */
export const isUnsent = (id: string): boolean => unsent.get().some((one) => one.id === id)

/** Whether a comment on the post is in the outbox. */
export const hasUnsent = (postId: string): boolean => unsent.get().some((one) => one.postId === postId)

/**
 * Sends or resends a comment, which stays in the outbox until `arrived` has inserted the stored one. On failure it
 * stays there with an error message.
 */
async function send(comment: StoredComment, arrived: (written: WrittenComment) => void): Promise<void> {
  storeComment(comment)
  replace({ ...comment, failure: null, orphan: false })
  const sender = owner
  try {
    const isWanted = () => owner === sender && isUnsent(comment.id)
    const waits = () => {
      if (isWanted()) replace({ ...comment, failure: null, waits: true })
    }
    const written = await insertComment(comment, { waits, isWanted })
    track('comment_create', { target: { type: 'comment', id: comment.id }, metadata: { post_id: comment.postId } })
    if (owner === sender) arrived(written)
    removeUnsent(comment.id)
    announce(comment.parentId ? 'Deine Antwort ist online.' : 'Dein Kommentar ist online.')
  } catch (error) {
    const failure = await commentFailure(error, comment.postId)
    const hint = error instanceof DataError ? error.hint : ''
    const orphan = hint === 'reply_closed'
    // What was discarded while it waited stays away.
    if (owner === sender && isUnsent(comment.id))
      replace({ ...comment, failure, orphan, holdable: ['rule_held', 'links_too_early'].includes(hint) })
  }
}

/** Hands a refused comment to the team. On failure it stays in the outbox with an error message. */
export async function letTeamRead(comment: StoredComment): Promise<void> {
  replace({ ...comment, failure: null })
  const sender = owner
  try {
    await holdComment(comment)
    removeUnsent(comment.id)
    showToast({ title: 'Das Team liest deinen Kommentar', text: 'Du hörst von uns, ob er online geht.' })
  } catch (error) {
    const failure = await commentFailure(error, comment.postId)
    if (owner === sender) replace({ ...comment, failure, holdable: true })
  }
}

/** All comments being sent; the same array until something changes. */
export const useOutbox = (): readonly UnsentComment[] => useStore(unsent)

/** The current member's comment as the server would return it; null while the member's profile is unknown. */
function asOwnComment(
  { id, parentId, content }: StoredComment,
  { created_at, mentions }: WrittenComment,
  postAuthor: string | null,
): Comment | null {
  const who = viewer()
  if (who.state !== 'member' || !who.profile?.nickname) return null
  const { nickname, slug, avatar_url, karma } = who.profile
  return {
    id,
    parent_id: parentId,
    content,
    mentions,
    is_deleted: false,
    edited_at: null,
    created_at,
    author: { id: who.user.id, nickname, slug: slug ?? '', avatar_url, karma },
    is_author: who.user.id === postAuthor,
    is_team: who.role !== 'user',
    hearts: 0,
    poops: 0,
  }
}

/** Sends the current member's comment and inserts the stored one once it has arrived. */
export function useSendComment(): (comment: StoredComment) => void {
  const client = useQueryClient()
  const post = use(CommentedPostContext)
  return (comment) => {
    const since = Date.now()
    void send(comment, (written) => {
      const cache = commentCache(client, post.id)
      const arrived = asOwnComment(comment, written, post.authorId)
      // Without a profile the server's answer is shown, or, failing that, the next live update.
      if (!arrived) return void showComments(client, post.id, [comment.id]).catch(() => {})
      if (cache.find(arrived.id)) return
      cache.add(arrived)
      cache.countOwn(1, since)
    })
  }
}
