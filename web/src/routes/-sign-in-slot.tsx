import { useSyncExternalStore } from 'react'
import { useArrival } from '#web/app/use-arrival.ts'
import { endSignInRequest, signInRequest, subscribeSignInRequest } from '#web/data/sign-in-request.ts'
import { showToast } from '#web/ui/toasts.ts'

const closed = () => null
const load = () => import('#web/features/sign-in/sign-in-dialog.tsx')

function unavailable() {
  endSignInRequest()
  showToast({
    kind: 'error',
    title: 'Die Anmeldung lässt sich gerade nicht laden.',
    text: 'Prüf deine Verbindung und versuch es noch einmal.',
  })
}

/** Empty until somebody wants to sign in; then the place of the dialog. */
export function SignInSlot() {
  const request = useSyncExternalStore(subscribeSignInRequest, signInRequest, closed)
  const Dialog = useArrival(!!request, load, unavailable)?.default
  return request && Dialog && <Dialog request={request} onClose={endSignInRequest} />
}
