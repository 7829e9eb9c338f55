import { useCallback, useEffect, useRef, useState } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { noteLeaving } from '#web/lib/api/transport/request-context.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'

/** How long a decision can be taken back, in milliseconds. */
const undoMs = 10_000

type Held = {
  /** What is about to happen, in the past tense: `Beitrag gelöscht.` */
  text: string
  act: () => Promise<unknown>
  /** Puts the list back as it was. */
  onUndo?: () => void
  /** After it failed; the message is shown already. */
  onFailure?: (error: unknown) => void
}

export type HeldAction = {
  held: Held | null
  /** Waits, then acts. One that waits already acts at once. */
  hold: (next: Held) => void
  undo: () => void
  /** Acts now. */
  flush: () => void
}

const run = ({ act, onFailure }: Held) =>
  act().catch((error: unknown) => {
    showToast({ title: failureText(error), kind: 'error' })
    onFailure?.(error)
  })

/** A change that waits `ms` for its undo, and happens at once when the screen or the page is left. */
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
      expectLeaving()
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

/** Loads what a request needs, so that the last one can go out while the page is being left. */
function expectLeaving(): void {
  for (const part of [
    import('#web/lib/auth/session/access-token.ts'),
    import('#web/lib/api/rpc/call-rpc.ts'),
    import('#web/lib/api/transport/retry-writes.ts'),
  ])
    part.catch(() => {})
}

/** Does something while the page is being left. */
function leavePage(act: () => void): void {
  noteLeaving(true)
  window.addEventListener('pageshow', () => noteLeaving(false), { once: true })
  act()
}

/** What a held action is about to do, with its undo. Stays above the bottom bar. */
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
