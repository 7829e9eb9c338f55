import type { Comment } from '@hot/domain/contract/post'
import type { Instant } from '@hot/domain/time/berlin-time'
import { relativeTime } from '@hot/domain/time/relative-time'
import { useQueryClient } from '@tanstack/react-query'
import { memo, type ReactNode, use } from 'react'
import type { Thread } from '#web/entities/comment/api.ts'
import { CommentFrame } from '#web/entities/comment/comment-frame.tsx'
import { CommentText } from '#web/entities/comment/comment-text.tsx'
import { MemberName } from '#web/entities/member/member-line.tsx'
import { ReactionButton } from '#web/entities/post/reactions/reaction-button.tsx'
import { requestReport } from '#web/entities/post/report-request.ts'
import { useOwnChoice } from '#web/lib/offline/queued-writes/own-choices.ts'
import { Badge } from '#web/ui/data/stat.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { CommentToolsContext, useCommentAct } from './comment-tools.ts'
import { openForm, useOpenForm } from './open-form.ts'

type ThreadProps = { thread: Thread; now: Instant }

/** A comment with its replies. Thousands of them stand on one page: one that has not changed is not drawn again. */
export const CommentThread = memo(function CommentThread({ thread, now }: ThreadProps) {
  const tools = use(CommentToolsContext)
  const { replies, ...comment } = thread
  return (
    <CommentItem
      comment={comment}
      now={now}
      replies={
        (replies.length > 0 || tools) && (
          <>
            {replies.map((reply) => (
              <CommentItem key={reply.id} comment={reply} now={now} />
            ))}
            {tools && <tools.ThreadFooter root={comment} />}
          </>
        )
      }
    />
  )
})

type ItemProps = { comment: Comment; now: Instant; replies?: ReactNode }

/** One comment; a deleted one keeps its place for the sake of its replies. */
function CommentItem({ comment, now, replies }: ItemProps) {
  const tools = use(CommentToolsContext)
  const editing = useOpenForm(`edit:${comment.id}`) !== null
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
          {tools && <tools.OwnMenu comment={comment} />}
        </>
      }
      text={comment.is_deleted ? null : <CommentText text={comment.content} mentions={comment.mentions} />}
      form={editing && tools && !comment.is_deleted && <tools.EditForm comment={comment} />}
      actions={comment.is_deleted ? undefined : <CommentActions comment={comment} />}
      replies={replies}
    />
  )
}

/** Hearts, poops and the way to answer. An answer to a reply goes to the same round and names whom it answers. */
function CommentActions({ comment }: { comment: Comment }) {
  const act = useCommentAct()
  const client = useQueryClient()
  const choice = useOwnChoice(`comment:${comment.id}`)
  const answer = () =>
    openForm({
      place: `reply:${comment.parent_id ?? comment.id}`,
      mention: comment.parent_id ? comment.author?.nickname : undefined,
    })
  return (
    <>
      <ReactionButton
        kind="heart"
        count={comment.hearts}
        pressed={choice === 'heart'}
        onPress={() => act((tools) => tools.commentReactions(client).react(comment, 'heart'))}
      />
      <ReactionButton
        kind="poop"
        count={comment.poops}
        pressed={choice === 'poop'}
        onPress={() => act((tools) => tools.commentReactions(client).react(comment, 'poop'))}
      />
      <button type="button" className="reaction reaction-quiet" onClick={() => act(answer)}>
        Antworten
      </button>
      <button
        type="button"
        className="reaction reaction-quiet"
        onClick={() => requestReport({ type: 'comment', id: comment.id })}
      >
        Melden
      </button>
    </>
  )
}
