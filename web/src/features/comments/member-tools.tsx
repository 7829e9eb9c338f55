// Imported here because every action needs it: loaded on demand it would be missing when offline.
import { serverNow } from '#web/platform/device/server-clock.ts'
import '#web/lib/auth/viewer/writing-gate.ts'
import type { Comment } from '@hot/domain/contract/post'
import { canEditComment, commentEditMinutes } from '@hot/domain/post/limits'
import { lazy, Suspense, useEffect, useState } from 'react'
import { MemberMenu } from '#web/entities/member/ties/block-buttons.tsx'
import { ModerateEntry } from '#web/entities/post/content-requests.tsx'
import { useViewer, viewer } from '#web/lib/auth/viewer/viewer.ts'
import { PopoverMenu } from '#web/ui/overlays/popover-menu.tsx'
import { LiveComments } from './live-comments.tsx'
import { openForm } from './open-form.ts'
import { EditForm, NewComment, ThreadFooter, WriteLabel } from './write/comment-forms.tsx'
import { hasUnsent } from './write/comment-outbox.ts'
import { UnsentComments } from './write/unsent-comments.tsx'

/** What members need to write comments. Loaded for members only. */
export const memberTools = {
  EditForm,
  hasUnsent,
  isOwn,
  LiveComments,
  NewComment,
  WriteLabel,
  CommentMenu,
  ThreadFooter,
  UnsentComments,
}

/** Whether the member wrote the comment. */
function isOwn({ author }: Comment): boolean {
  const who = viewer()
  return who.state === 'member' && author?.id === who.user.id
}

const DeleteDialog = lazy(() => import('./delete-dialog.tsx').then((module) => ({ default: module.DeleteDialog })))

/** The menu on a comment: of one's own, or about the member who wrote it. */
function CommentMenu({ comment }: { comment: Comment }) {
  const who = useViewer()
  const { id, author, is_deleted } = comment
  if (who.state !== 'member' || is_deleted) return null
  if (author?.id === who.user.id) return <OwnMenu comment={comment} />
  const moderate = <ModerateEntry type="comment" id={id} />
  if (author)
    return (
      <MemberMenu member={author} label={`Mehr zu ${author.nickname}`}>
        {moderate}
      </MemberMenu>
    )
  return who.role === 'user' ? null : <PopoverMenu label="Mehr zu diesem Kommentar">{moderate}</PopoverMenu>
}

function OwnMenu({ comment }: { comment: Comment }) {
  const editable = useEditable(comment.created_at)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <PopoverMenu label="Mehr zu deinem Kommentar">
        {editable && (
          <button type="button" onClick={() => openForm({ place: `edit:${comment.id}` })}>
            Bearbeiten
          </button>
        )}
        <button type="button" onClick={() => setAsking(true)}>
          Löschen
        </button>
      </PopoverMenu>
      {asking && (
        <Suspense fallback={null}>
          <DeleteDialog comment={comment} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Whether the member's comment can still be edited; turns false when the time is up. */
function useEditable(createdAt: string): boolean {
  const written = Date.parse(createdAt)
  const [editable, setEditable] = useState(() => canEditComment(written, serverNow()))
  useEffect(() => {
    const now = serverNow()
    setEditable(canEditComment(written, now))
    if (!canEditComment(written, now)) return
    const timer = setTimeout(() => setEditable(false), written + commentEditMinutes * 60_000 - now)
    return () => clearTimeout(timer)
  }, [written])
  return editable
}
