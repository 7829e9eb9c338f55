import { useStore } from '#web/create-store.ts'
import { dropQueuedToasts, toastsWanted } from '#web/ui/feedback/toasts.ts'
import { useLazyModule } from '#web/ui/hooks/use-lazy-module.ts'

const load = () => import('./toast-host.tsx')

/**
 * Empty until the first toast, then renders the toasts. Offline the library may fail to load: then
 * this message is lost, and the next one tries again.
 */
export function ToastSlot() {
  const wanted = useStore(toastsWanted)
  const Host = useLazyModule(wanted, load, dropQueuedToasts)?.default
  return Host && <Host />
}
