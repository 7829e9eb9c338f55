import { useSignInGate } from '#web/data/sign-in-request.ts'
import { showToast } from '#web/ui/toasts.ts'

/** Comments come with the community; until then whoever signed in for them is told so. */
export function useCommentGate(): () => void {
  const gate = useSignInGate({ description: 'Zum Mitmachen brauchst du ein Konto. Bitte melde dich an:' })
  return () =>
    gate(() =>
      showToast({
        title: 'Noch nicht so weit',
        text: 'Abstimmen, reagieren und kommentieren kannst du mit einer der nächsten Ausgaben von HoT.',
      }),
    )
}
