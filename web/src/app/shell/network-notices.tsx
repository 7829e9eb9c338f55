import { useEffect, useState, useSyncExternalStore } from 'react'
import { backendAnswers, subscribeAnswers } from '#web/lib/api/backend-reachable.ts'
import { isOnline, subscribeOnline } from '#web/platform/device/device.ts'

const assumedOnline = () => true
const shownForMs = 4000

/** Above the bottom bar, which the shells have on wide screens too. */
const noticeClass = `fixed inset-x-0 bottom-[calc(var(--bottom-bar-h)+var(--safe-bottom,0px))] z-40 bg-ink p-2 text-center text-small text-paper ${
  import.meta.env.VITE_SHELL === 'native' ? '' : 'lg:bottom-0'
}`

/** Shown at the bottom while the device is offline, and briefly when it is back online. Announced both times. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribeOnline, isOnline, assumedOnline)
  const [back, setBack] = useState(false)
  useEffect(() => {
    if (!online) return () => setBack(true)
    const timer = setTimeout(setBack, shownForMs, false)
    return () => clearTimeout(timer)
  }, [online])
  const text = online ? back && 'Wieder online.' : 'Offline. Was du gelesen hast, ist noch da.'
  return <div role="status">{text && <p className={noticeClass}>{text}</p>}</div>
}

const assumedAnswering = () => false

const isSilent = () => isOnline() && !backendAnswers()

function subscribe(listener: () => void): () => void {
  const stops = [subscribeAnswers(listener), subscribeOnline(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** In the shells, which show persisted data: the device is online but the backend does not answer. */
export function SilenceNotice() {
  const silent = useSyncExternalStore(subscribe, isSilent, assumedAnswering)
  return (
    <div role="status">
      {silent && <p className={noticeClass}>HoT antwortet gerade nicht. Was du gelesen hast, ist noch da.</p>}
    </div>
  )
}
