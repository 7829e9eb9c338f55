import { useSyncExternalStore } from 'react'
import { backendAnswers, subscribeAnswers } from '#web/lib/api/backend-reachable.ts'
import { isOnline, subscribeOnline } from '#web/platform/device/connection.ts'
import { noticeClass } from './offline-notice.tsx'

const nobodyAsked = () => false

const isSilent = () => isOnline() && !backendAnswers()

function subscribe(listener: () => void): () => void {
  const stops = [subscribeAnswers(listener), subscribeOnline(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** In the shells, which show what was kept: the device has a network, and yet nothing comes back. */
export function SilenceNotice() {
  const silent = useSyncExternalStore(subscribe, isSilent, nobodyAsked)
  return (
    <div role="status">
      {silent && <p className={noticeClass}>HoT antwortet gerade nicht. Was du gelesen hast, ist noch da.</p>}
    </div>
  )
}
