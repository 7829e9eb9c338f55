import { useEffect, useState, useSyncExternalStore } from 'react'
import { isOnline, subscribeOnline } from '#web/platform/device/connection.ts'

const assumedOnline = () => true
const saidForMs = 4000

/** Above the tabs, which the shells have on wide screens too. */
export const noticeClass = `fixed inset-x-0 bottom-[calc(var(--bottom-bar-h)+var(--safe-bottom,0px))] z-40 bg-ink p-2 text-center text-small text-paper ${
  import.meta.env.VITE_SHELL === 'native' ? '' : 'lg:bottom-0'
}`

/** Laid over the page's foot while the device has no network, and for a moment when it is back. Read out both times. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribeOnline, isOnline, assumedOnline)
  const [back, setBack] = useState(false)
  useEffect(() => {
    if (!online) return () => setBack(true)
    const timer = setTimeout(setBack, saidForMs, false)
    return () => clearTimeout(timer)
  }, [online])
  const text = online ? back && 'Wieder online.' : 'Offline. Was du gelesen hast, ist noch da.'
  return <div role="status">{text && <p className={noticeClass}>{text}</p>}</div>
}
