import { type RefObject, useEffect } from 'react'
import { onSessionEvent } from '#web/lib/auth/session/session-events.ts'

/** Drafts are stored after this pause in typing. */
export const draftPauseMs = 400

/** Stores what is pending when the page or the form is left; signing out discards it. `store` does nothing without it. */
export function useStoreOnLeave<Draft>(pending: RefObject<Draft | null>, store: () => void): void {
  useEffect(() => {
    window.addEventListener('pagehide', store)
    return () => {
      window.removeEventListener('pagehide', store)
      store()
    }
  }, [store])
  useEffect(
    () =>
      onSessionEvent((event) => {
        if (event.kind === 'signed-out' && !event.refused) pending.current = null
      }),
    [pending],
  )
}
