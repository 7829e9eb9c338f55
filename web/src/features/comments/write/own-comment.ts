import type { Comment } from '@hot/domain/contract/post'
import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { CommentedPostContext } from '#web/entities/comment/api.ts'
import { commentCache } from '#web/entities/comment/comment-cache.ts'
import type { WrittenComment } from '#web/entities/comment/comment-writes.ts'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'
import type { KeptComment } from './comment-drafts.ts'
import { send } from './comment-outbox.ts'

/** A comment as the page shows it, of the member who is looking; null when it is not known who that is. */
function asOwnComment(
  { id, parentId, content }: KeptComment,
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

/** Sends a comment of the member who is looking and puts it in its place once it has arrived. */
export function useSendComment(): (comment: KeptComment) => void {
  const client = useQueryClient()
  const post = use(CommentedPostContext)
  return (comment) => {
    const since = Date.now()
    void send(comment, (written) => {
      const cache = commentCache(client, post.id)
      const arrived = asOwnComment(comment, written, post.authorId)
      if (!arrived) return void cache.refetch()
      if (cache.find(arrived.id)) return
      cache.add(arrived)
      cache.countOwn(1, since)
    })
  }
}
