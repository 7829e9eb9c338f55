// Imported here because every action needs it: loaded on demand it would be missing when offline.
import '#web/lib/auth/viewer/writing-gate.ts'
import type { Comment } from '@hot/domain/contract/post'
import { canEditComment, commentEditMinutes } from '@hot/domain/post/limits'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { commentReactions } from '#web/entities/comment/comment-reactions.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { LiveComments } from './live-comments.tsx'
import { openForm } from './open-form.ts'
import { EditForm, NewComment, ThreadFooter, WriteLabel } from './write/comment-forms.tsx'
import { UnsentComments } from './write/unsent-comments.tsx'

/** What members need to write comments. Loaded for members only. */
export const memberTools = {
  commentReactions,
  EditForm,
  LiveComments,
  NewComment,
  WriteLabel,
  OwnMenu,
  ThreadFooter,
  UnsentComments,
}

const DeleteDialog = lazy(() => import('./delete-dialog.tsx').then((module) => ({ default: module.DeleteDialog })))

/** The author's menu on a comment. */
function OwnMenu({ comment }: { comment: Comment }) {
  const who = useViewer()
  const isOwn = who.state === 'member' && comment.author?.id === who.user.id && !comment.is_deleted
  return isOwn && <Menu comment={comment} />
}

function Menu({ comment }: { comment: Comment }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const editable = useEditable(comment.created_at)
  const [asking, setAsking] = useState(false)
  const act = (action: () => void) => () => {
    menu.current?.hidePopover()
    button.current?.focus()
    action()
  }
  const place = () => {
    const { right = 0, bottom = 0 } = button.current?.getBoundingClientRect() ?? {}
    // A popover is in the top layer, so it has to be positioned.
    menu.current?.style.setProperty('inset', `${bottom}px ${document.documentElement.clientWidth - right}px auto auto`)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-btn"
        aria-label="Mehr zu deinem Kommentar"
        popoverTarget={id}
        onClick={place}
      >
        <Icon of={Ellipsis} />
      </button>
      <div ref={menu} id={id} popover="auto" className="comment-menu">
        {editable && (
          <button type="button" onClick={act(() => openForm({ place: `edit:${comment.id}` }))}>
            Bearbeiten
          </button>
        )}
        <button type="button" onClick={act(() => setAsking(true))}>
          Löschen
        </button>
      </div>
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
  const [editable, setEditable] = useState(() => canEditComment(written, Date.now()))
  useEffect(() => {
    const now = Date.now()
    setEditable(canEditComment(written, now))
    if (!canEditComment(written, now)) return
    const timer = setTimeout(() => setEditable(false), written + commentEditMinutes * 60_000 - now)
    return () => clearTimeout(timer)
  }, [written])
  return editable
}
