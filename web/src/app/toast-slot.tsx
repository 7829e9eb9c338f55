import { lazy, Suspense, useSyncExternalStore } from 'react'
import { subscribeToastsWanted, toastsWanted } from './toasts.ts'

const ToastHost = lazy(() => import('./toast-host.tsx'))
const notOnTheServer = () => false

/** Empty until the first toast; then the place where toasts appear. */
export function ToastSlot() {
  const wanted = useSyncExternalStore(subscribeToastsWanted, toastsWanted, notOnTheServer)
  if (!wanted) return null
  return (
    <Suspense>
      <ToastHost />
    </Suspense>
  )
}
