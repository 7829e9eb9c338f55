import { useSignInGate } from '#web/data/sign-in-request.ts'
import { showToast } from '#web/ui/toasts.ts'

/** Votes, reactions and comments come with the community; until then whoever signed in for them is told so. */
export function usePostAction(): () => void {
  const gate = useSignInGate({ description: 'Zum Mitmachen brauchst du ein Konto. Bitte melde dich an:' })
  return () =>
    gate(() =>
      showToast({
        title: 'Noch nicht so weit',
        text: 'Abstimmen, reagieren und kommentieren kannst du mit einer der nächsten Ausgaben von HoT.',
      }),
    )
}
