import { useEffect } from 'react'
import { endSignInRequest, useSignInRequest } from '#web/lib/auth/viewer/sign-in-request.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { useLazyModule } from '#web/ui/hooks/use-lazy-module.ts'

const load = () => import('./sign-in-screen.tsx')

function unavailable() {
  endSignInRequest()
  showToast({
    kind: 'error',
    title: 'Die Anmeldung lässt sich gerade nicht laden.',
    text: 'Prüf deine Verbindung und versuch es noch einmal.',
  })
}

/** Preloads the dialog on hover, focus and touch of links to it; failures are ignored, because opening reports them. */
function preload({ target }: Event): void {
  if (target instanceof Element && target.closest('a[href^="/auth"]')) void load().catch(() => {})
}
const preloadEvents = ['pointerover', 'focusin', 'touchstart'] as const

/** Renders the sign-in dialog while a sign-in is requested. */
export function SignInSlot() {
  const request = useSignInRequest()
  const Dialog = useLazyModule(!!request, load, unavailable)?.SignInDialog
  useEffect(() => {
    for (const type of preloadEvents) document.addEventListener(type, preload, { passive: true })
    return () => {
      for (const type of preloadEvents) document.removeEventListener(type, preload)
    }
  }, [])
  return request && Dialog && <Dialog request={request} onClose={endSignInRequest} />
}
