import { useStore } from '#web/create-store.ts'
import { dropWaitingToasts, toastsWanted } from '#web/ui/feedback/toasts.ts'
import { useArrival } from '#web/ui/hooks/use-lazy-module.ts'

const load = () => import('./toast-host.tsx')

/**
 * Empty until the first toast, then renders the toasts. Offline the library may fail to load: then
 * this message is lost, and the next one tries again.
 */
export function ToastSlot() {
  const wanted = useStore(toastsWanted)
  const Host = useArrival(wanted, load, dropWaitingToasts)?.default
  return Host && <Host />
}
