import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { dropWaitingToasts, subscribeToastsWanted, toastsWanted } from '#web/ui/toasts.ts'

const notOnTheServer = () => false

/** Empty until the first toast; then the place where toasts appear. */
export function ToastSlot() {
  const wanted = useSyncExternalStore(subscribeToastsWanted, toastsWanted, notOnTheServer)
  const [Host, setHost] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!wanted) return
    // Without a network the library may be missing. Then this message is lost, the next one tries again.
    import('./toast-host.tsx').then(({ default: Loaded }) => setHost(() => Loaded)).catch(dropWaitingToasts)
  }, [wanted])
  return Host && <Host />
}
