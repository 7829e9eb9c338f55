import { useCallback, useEffect, useRef, useState } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { setPageLeft } from '#web/lib/api/transport/request-context.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import './undo.css'

/** How long a decision can be undone, in milliseconds. */
const undoMs = 10_000

type Held = {
  /** What is about to happen, in the past tense: `Beitrag gelöscht.` */
  text: string
  act: () => Promise<unknown>
  /** Restores the list. */
  onUndo?: () => void
  /** Called after a failure; the message is already shown. */
  onFailure?: (error: unknown) => void
}

export type HeldAction = {
  held: Held | null
  /** Schedules an action. A pending one runs immediately. */
  hold: (next: Held) => void
  undo: () => void
  /** Runs the pending action now. */
  flush: () => void
}

const run = ({ act, onFailure }: Held) =>
  act().catch((error: unknown) => {
    showToast({ title: failureText(error), kind: 'error' })
    onFailure?.(error)
  })

/** A change that is carried out after `ms`, until when it can be undone, or as soon as the screen or the page is left. */
export function useHeldAction(ms = undoMs): HeldAction {
  const [held, setHeld] = useState<Held | null>(null)
  const waiting = useRef<{ held: Held; timer: ReturnType<typeof setTimeout> } | null>(null)

  const take = useCallback((): Held | null => {
    const taken = waiting.current
    waiting.current = null
    clearTimeout(taken?.timer)
    return taken?.held ?? null
  }, [])
  const flush = useCallback(() => {
    const due = take()
    setHeld(null)
    if (due) void run(due)
  }, [take])
  const hold = useCallback(
    (next: Held) => {
      const due = take()
      if (due) void run(due)
      waiting.current = { held: next, timer: setTimeout(flush, ms) }
      preloadForUnload()
      setHeld(next)
    },
    [take, flush, ms],
  )
  const undo = useCallback(() => {
    const undone = take()
    setHeld(null)
    undone?.onUndo?.()
  }, [take])

  useEffect(() => {
    const leave = () => leavePage(flush)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      const due = take()
      if (due) void run(due)
    }
  }, [flush, take])
  return { held, hold, undo, flush }
}

/** Loads the code of requests in advance, so that one can still be sent while the page is unloading. */
function preloadForUnload(): void {
  for (const part of [
    import('#web/lib/auth/session/access-token.ts'),
    import('#web/lib/api/rpc/call-rpc.ts'),
    import('#web/lib/api/transport/retry-writes.ts'),
  ])
    part.catch(() => {})
}

/** Runs an action while the page is unloading. */
function leavePage(act: () => void): void {
  setPageLeft(true)
  window.addEventListener('pageshow', () => setPageLeft(false), { once: true })
  act()
}

/** Describes the pending action, with an undo button. Stays above the bottom bar. */
export function UndoBar({ action }: { action: HeldAction }) {
  return (
    <div className="undo-bar" role="status">
      {action.held && (
        <div>
          <span>{action.held.text}</span>
          <Button small variant="quiet" onClick={action.undo}>
            Rückgängig
          </Button>
        </div>
      )}
    </div>
  )
}
