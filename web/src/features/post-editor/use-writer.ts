import { useEffect, useState } from 'react'
import { onSessionEvent } from '#web/lib/auth/session/session-events.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'

/**
 * Whose text is on the page: the member who looks, or, when the server ended the session while writing, the one who did.
 * Null for guests and after signing out.
 */
export function useWriter(): string | null {
  const viewer = useViewer()
  const present = viewer.state === 'member' ? viewer.user.id : null
  const [writer, setWriter] = useState(present)
  if (present && present !== writer) setWriter(present)
  useEffect(
    () =>
      onSessionEvent((event) => {
        if (event.kind === 'signed-out' && !event.refused) setWriter(null)
      }),
    [],
  )
  return present ?? writer
}
