import type { Instant } from '@hot/domain/time/berlin-time'
import { useEffect } from 'react'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { noteVisit } from './last-visit.ts'

/** Tells a member's list until when its reader has seen it, and notes this visit. */
export function LastVisit({ onKnown }: { onKnown: (seen: Instant | null) => void }) {
  const who = useViewer()
  const member = who.state === 'member' ? who.user.id : null
  useEffect(() => {
    onKnown(member && noteVisit(member))
    if (!member) return
    // What was read until the tab is left counts as seen.
    const onHidden = () => {
      if (document.visibilityState === 'hidden') noteVisit(member)
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => document.removeEventListener('visibilitychange', onHidden)
  }, [member, onKnown])
  return null
}
