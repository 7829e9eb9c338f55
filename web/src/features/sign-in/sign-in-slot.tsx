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

/** Preloads on hover, focus and touch of anything that opens the sign-in; if that fails, opening reports it. */
function preload({ target }: Event): void {
  if (target instanceof Element && target.closest('a[href^="/auth"]')) void load().catch(() => {})
}
const hints = ['pointerover', 'focusin', 'touchstart'] as const

/** Renders nothing until a sign-in is requested; then the dialog. */
export function SignInSlot() {
  const request = useSignInRequest()
  const Dialog = useLazyModule(!!request, load, unavailable)?.SignInDialog
  useEffect(() => {
    for (const hint of hints) document.addEventListener(hint, preload, { passive: true })
    return () => {
      for (const hint of hints) document.removeEventListener(hint, preload)
    }
  }, [])
  return request && Dialog && <Dialog request={request} onClose={endSignInRequest} />
}
