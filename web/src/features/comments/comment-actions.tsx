import type { Comment } from '@hot/domain/contract/post'
import { ReactionButton } from '#web/entities/post/reactions/reaction-button.tsx'
import { requestReport } from '#web/entities/post/report-request.ts'
import { useOwnMark } from '#web/lib/offline/queued-writes/own-reactions.ts'
import { useCommentAct } from './comment-tools.ts'
import { openForm } from './open-form.ts'

/** Hearts, poops and the way to answer. An answer to a reply goes to the same round and names whom it answers. */
export function CommentActions({ comment }: { comment: Comment }) {
  const act = useCommentAct()
  const mark = useOwnMark(`comment:${comment.id}`)
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
        pressed={mark === 'heart'}
        onPress={() => act((tools) => tools.react(comment, 'heart'))}
      />
      <ReactionButton
        kind="poop"
        count={comment.poops}
        pressed={mark === 'poop'}
        onPress={() => act((tools) => tools.react(comment, 'poop'))}
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
