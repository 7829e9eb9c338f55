import type { Comment } from '@hot/domain/contract/post'
import { canEditComment, commentEditMinutes } from '@hot/domain/post/limits'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { openForm } from './open-form.ts'

const DeleteDialog = lazy(() => import('./delete-dialog.tsx').then((module) => ({ default: module.DeleteDialog })))

/** What authors can do with their comment. */
export function OwnMenu({ comment }: { comment: Comment }) {
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
    // Popovers lie above the page, not in it.
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

/** Whether an own comment can still be edited; turns false by itself when the time is over. */
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
