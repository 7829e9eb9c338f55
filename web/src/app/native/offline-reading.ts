import { mayBePersisted } from '@hot/domain/network/persisted-queries'
import type { QueryClient } from '@tanstack/react-query'
import { backendAnswers, reportAnswer, subscribeAnswers } from '#web/lib/api/backend-reachable.ts'
import { onSessionEvent } from '#web/lib/auth/session/session-events.ts'
import { forgetPersisted, sweepPersisted } from '#web/lib/offline/persisted-queries/persisted-queries.native.ts'
import { browserClock } from '#web/platform/device/clock.ts'
import { isOnline } from '#web/platform/device/device.ts'
import type { ShellContext, Stop } from './native-behaviour.ts'

/** Delay of the first sweep, so that it does not slow the start; expired data is never shown anyway. */
const sweepAfterMs = 5_000
/** Interval of retries: no event reports that the backend is back. */
const askAgainMs = 15_000

/** Refetches active queries while the backend does not answer. */
function askWhileSilent(queryClient: QueryClient): Stop {
  let forget = () => {}
  const wait = () => {
    forget()
    if (backendAnswers()) return
    forget = browserClock.after(askAgainMs, () => {
      if (isOnline()) void queryClient.refetchQueries({ type: 'active' }, { cancelRefetch: false })
      wait()
    })
  }
  const leave = subscribeAnswers(wait)
  return () => {
    leave()
    forget()
  }
}

/** Reruns the page's loader when a refetch finds that persisted data was deleted, so that the page shows that. */
function followRemovals({ queryClient, reloadPage }: ShellContext): Stop {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { query } = event
    const wasPersisted = mayBePersisted(query.queryKey, query.meta?.personal === true)
    if (wasPersisted && query.state.data === null && query.isActive()) reloadPage().catch(console.warn)
  })
}

/** Maintains persisted data while the app runs. */
export async function maintainPersisted(context: ShellContext): Promise<Stop> {
  const sweep = () => void sweepPersisted().catch(console.warn)
  const backOnline = () => {
    reportAnswer(true)
    sweep()
  }
  window.addEventListener('online', backOnline)
  const stops = [
    browserClock.after(sweepAfterMs, sweep),
    onSessionEvent(() => void forgetPersisted().catch(console.error)),
    askWhileSilent(context.queryClient),
    followRemovals(context),
    () => window.removeEventListener('online', backOnline),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
