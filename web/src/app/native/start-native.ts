import { mayBePersisted } from '@hot/domain/network/persisted-queries'
import type { QueryClient } from '@tanstack/react-query'
import { backendAnswers, reportAnswer, subscribeAnswers } from '#web/lib/api/backend-reachable.ts'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { onSessionEvent } from '#web/lib/auth/session/session-events.ts'
import { verifierKey } from '#web/lib/auth/session/session-facts.ts'
import { startOnDemand } from '#web/lib/hydration/when-idle.ts'
import { forgetPersisted, sweepPersisted } from '#web/lib/offline/persisted-queries/persisted-queries.native.ts'
import { closeOverlay, pressBack } from '#web/platform/browser-chrome/back-button.ts'
import { leaveApp, onBackButton } from '#web/platform/device/app-events.native.ts'
import { browserClock } from '#web/platform/device/clock.ts'
import { isOnline } from '#web/platform/device/device.ts'
import { followLinks } from '#web/platform/links/deep-link.ts'
import { followPlace } from '#web/platform/links/last-place.ts'
import { lateReturnPath } from '#web/platform/links/oauth-return.ts'
import { inAppBrowser, shellLinks } from '#web/platform/links/shell-links.native.ts'
import { openPopover } from '#web/ui/overlays/first-pop.ts'
import { type Behaviour, beginAll, type ShellContext, type Stop } from './native-behaviour.ts'
import './insets.css'

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
async function maintainPersisted(context: ShellContext): Promise<Stop> {
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

/** Links that open the app, or else the page at which it was ended. */
const links: Behaviour = async ({ history }) => {
  const [{ siteUrl }, returnAddress] = await Promise.all([runtimeConfig(), inAppBrowser.returnAddress()])
  const signInPath = (link: string) =>
    lateReturnPath(link, returnAddress, window.localStorage.getItem(verifierKey) !== null)
  const stop = await followLinks({ source: shellLinks, siteUrl, signInPath, history, memory: window.sessionStorage })
  // Only now it is known whether a link has opened the app.
  const stopPlace = followPlace({
    history,
    storage: window.localStorage,
    onPause(listener) {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
  })
  return () => {
    stop()
    stopPlace()
  }
}

const backKey: Behaviour = ({ history }) =>
  onBackButton(() =>
    pressBack({
      closeOverlay: () => closeOverlay(document, openPopover()),
      canGoBack: () => history.canGoBack(),
      goBack: () => history.back(),
      leave: leaveApp,
    }),
  )

/** Resolves when the page is idle, or after 300 ms in WebKit, which has no idle callbacks. */
const idle = () =>
  new Promise<void>((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve(), { timeout: 2_000 })
    else window.setTimeout(resolve, 300)
  })

/** What the first view does not need. The device queues taps on notifications until it has started. */
const rest: Behaviour = async (context) =>
  startOnDemand(
    () => idle().then(() => import('./start-native-later.ts')),
    ({ startNativeLater }) => startNativeLater(context),
  )

const behaviours: readonly Behaviour[] = [links, backKey, maintainPersisted, rest]

/** Starts what the shells do while the app runs. Resolves with the cleanup function. */
export const startNative = (context: ShellContext): Promise<Stop> => beginAll(behaviours, context)
