import type { Instant } from '@hot/domain/berlin-time'
import { relativeTime } from '@hot/domain/relative-time'
import type { Comment } from '@hot/domain/wire/post'
import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CommentFrame } from '#web/ui/comment-frame.tsx'
import { MemberName } from '#web/ui/member-line.tsx'
import { ReactionButton } from '#web/ui/reaction-button.tsx'
import { UserText } from '#web/ui/user-text.tsx'
import { useCommentGate } from './use-comment-gate.ts'

type Props = { comment: Comment; now: Instant; replies?: ReactNode }

/** One comment; a deleted one keeps its place for the sake of its replies. */
export function CommentItem({ comment, now, replies }: Props) {
  const author = comment.is_deleted ? null : comment.author
  return (
    <CommentFrame
      id={`kommentar-${comment.id}`}
      avatar={
        <Avatar
          id={author?.id ?? 'unbekannt'}
          name={author?.nickname ?? 'Unbekannt'}
          src={author?.avatar_url}
          size={comment.parent_id ? 28 : 36}
        />
      }
      who={
        <>
          <MemberName member={author} />
          {comment.is_author && <Badge kind="outline">Autor:in</Badge>}
          {comment.is_team && <Badge kind="new">Team</Badge>}
          <time className="meta" dateTime={comment.created_at}>
            {relativeTime(comment.created_at, now)}
          </time>
          {comment.edited_at && !comment.is_deleted && <span className="meta">bearbeitet</span>}
        </>
      }
      text={comment.is_deleted ? null : <UserText text={comment.content} />}
      actions={comment.is_deleted ? undefined : <CommentActions comment={comment} />}
      replies={replies}
    />
  )
}

function CommentActions({ comment }: { comment: Comment }) {
  const act = useCommentGate()
  return (
    <>
      <ReactionButton kind="heart" count={comment.hearts} pressed={false} onPress={act} />
      <ReactionButton kind="poop" count={comment.poops} pressed={false} onPress={act} />
      <button type="button" className="reaction reaction-quiet" onClick={act}>
        Antworten
      </button>
    </>
  )
}
