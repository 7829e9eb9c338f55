import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { timeLimitMs } from '#web/lib/api/transport/time-limit.ts'
import { feelTap } from '#web/platform/browser-chrome/haptics.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import type { Around, Stop } from './native-behaviour.ts'
import { offerRefresh } from './pull-button.tsx'
import { createPullSign } from './pull-indicator.ts'
import { createPull } from './pull-rule.ts'
import { followFingers } from './pull-surface.ts'

/** Nobody holds on longer than one request may take; what is retried after that goes on by itself. */
const impatience = () =>
  new Promise<never>((_, reject) =>
    setTimeout(() => reject(Object.assign(new Error('late'), { hint: 'no_answer_in_time' })), timeLimitMs()),
  )

/** Asks for everything on screen, then runs the loaders, which know the time and whether the page is still there. */
async function refreshPage({ queryClient, reloadPage }: Around): Promise<void> {
  // The stack of stars is shuffled once; a card must not change under the finger that rates it.
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'star-voting'
  await queryClient.refetchQueries({ type: 'active', predicate }, { throwOnError: true })
  await reloadPage()
}

/** Pulling the page down from its top asks for everything on it, and so does the button for those who cannot pull. */
export async function pullToRefresh(around: Around): Promise<Stop> {
  const sign = createPullSign()
  let busy = false
  const refresh = async () => {
    if (busy) return
    busy = true
    sign.busy()
    try {
      await Promise.race([refreshPage(around), impatience()])
      sign.done('Aktualisiert.')
    } catch (error) {
      sign.done('')
      showToast({ kind: 'error', title: 'Nicht aktualisiert.', text: failureText(error) })
    }
    busy = false
  }
  const begin = () => void refresh()
  const stop = followFingers(createPull({ show: sign.show, feel: feelTap, refresh: begin }), () => busy)
  const takeAway = offerRefresh(begin)
  return () => {
    stop()
    takeAway()
    sign.remove()
  }
}
