import './insets.css'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { verifierKey } from '#web/lib/auth/session/session-facts.ts'
import { startOnDemand } from '#web/lib/hydration/when-idle.ts'
import { closeOverlay, pressBack } from '#web/platform/browser-chrome/back-button.ts'
import { leaveApp, onBackButton } from '#web/platform/device/app-events.native.ts'
import { followLinks } from '#web/platform/links/deep-link.ts'
import { followPlace } from '#web/platform/links/last-place.ts'
import { lateReturnPath } from '#web/platform/links/oauth-return.ts'
import { inAppBrowser, shellLinks } from '#web/platform/links/shell-links.native.ts'
import { openPopover } from '#web/ui/overlays/first-pop.ts'
import { type Behaviour, beginAll, type ShellContext, type Stop } from './native-behaviour.ts'
import { maintainPersisted } from './offline-reading.ts'

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
