import { useSyncExternalStore } from 'react'
import { isOnline, subscribeOnline } from '#web/platform/online.ts'

const assumedOnline = () => true

/** Laid over the page's foot while the device has no network. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribeOnline, isOnline, assumedOnline)
  return (
    <div role="status">
      {!online && (
        <p className="fixed inset-x-0 bottom-[calc(var(--bottom-bar-h)+var(--safe-bottom,0px))] z-40 bg-ink p-2 text-center text-small text-paper lg:bottom-0">
          Offline. Was du gelesen hast, ist noch da.
        </p>
      )}
    </div>
  )
}
