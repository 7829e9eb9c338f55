import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { CommentedPostContext } from '#web/entities/comment/api.ts'
import { commentCache } from '#web/entities/comment/comment-cache.ts'
import { CommentLayout } from '#web/entities/comment/comment-layout.tsx'
import { MentioningText } from '#web/entities/member/mentioning-text.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { letTeamRead, removeUnsent, type UnsentComment, useOutbox, useSendComment } from './comment-outbox.ts'

/** The member's unsent comments where they will appear: above the others, or at the end of the thread `root`. */
export function UnsentComments({ root }: { root: string | null }) {
  const post = use(CommentedPostContext)
  const here = useOutbox().filter(({ postId, parentId }) => postId === post.id && parentId === root)
  return here.map((comment) => <Unsent key={comment.id} comment={comment} />)
}

function Unsent({ comment }: { comment: UnsentComment }) {
  const { id, content, parentId, postId, failure, orphan, holdable, waits } = comment
  const who = useViewer()
  const client = useQueryClient()
  const send = useSendComment()
  const hasArrived = failure !== null && commentCache(client, postId).find(id) !== undefined
  useEffect(() => {
    if (hasArrived) removeUnsent(id)
  }, [hasArrived, id])
  if (who.state !== 'member') return null
  const name = who.profile?.nickname ?? 'Du'
  return (
    <CommentLayout
      avatar={<Avatar id={who.user.id} name={name} src={who.profile?.avatar_url} size={parentId ? 28 : 36} />}
      who={
        <>
          <b>{name}</b>
          <span className="meta" role="status">
            {waits
              ? 'Gerade ist viel los, geht gleich raus …'
              : failure === null
                ? 'Wird gesendet …'
                : 'Nicht gesendet'}
          </span>
        </>
      }
      // Only the server knows which nicknames exist.
      text={<MentioningText text={content} mentions={null} />}
      actions={
        waits ? (
          <Button small variant="quiet" onClick={() => removeUnsent(id)}>
            Verwerfen
          </Button>
        ) : (
          failure !== null && (
            <>
              <p className="field-error basis-full" role="alert">
                {failure}
              </p>
              {holdable && (
                <Button small variant="strong" onClick={() => void letTeamRead(comment)}>
                  Vom Team lesen lassen
                </Button>
              )}
              <Button
                small
                variant={holdable ? undefined : 'strong'}
                onClick={() => send(orphan ? { ...comment, parentId: null } : comment)}
              >
                {orphan ? 'Als eigenen Kommentar senden' : 'Erneut senden'}
              </Button>
              <Button small variant="quiet" onClick={() => removeUnsent(id)}>
                Verwerfen
              </Button>
            </>
          )
        )
      }
    />
  )
}
