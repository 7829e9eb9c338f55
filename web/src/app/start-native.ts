import '#web/ui/styles/insets.css'
import { runtimeConfig } from '#web/data/runtime-config.ts'
import { leaveApp, onBackButton } from '#web/platform/back-button.native.ts'
import { closeOverlay, pressBack } from '#web/platform/back-button.ts'
import { shellLinks } from '#web/platform/deep-link.native.ts'
import { followLinks } from '#web/platform/deep-link.ts'
import { inAppBrowser } from '#web/platform/oauth-browser.native.ts'
import { lateReturnPath } from '#web/platform/sign-in-return.ts'
import { keepReading } from './keep-reading.ts'
import { type Around, type Behaviour, beginAll, type Stop } from './native-behaviour.ts'
import { startOnDemand } from './start-on-demand.ts'

/** Links that open the app. */
const links: Behaviour = async ({ history }) => {
  const [{ siteUrl }, returnAddress] = await Promise.all([runtimeConfig(), inAppBrowser.returnAddress()])
  const signInPath = (link: string) => lateReturnPath(link, returnAddress)
  return followLinks({ source: shellLinks, siteUrl, signInPath, history, memory: window.sessionStorage })
}

const backKey: Behaviour = ({ history }) =>
  onBackButton(() =>
    pressBack({
      closeOverlay: () => closeOverlay(document),
      canGoBack: () => history.canGoBack(),
      goBack: () => history.back(),
      leave: leaveApp,
    }),
  )

/** WebKit has no idle callbacks. */
const idle = () =>
  new Promise<void>((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve(), { timeout: 2_000 })
    else window.setTimeout(resolve, 300)
  })

/** What the first view does without: taps on notifications that came meanwhile are kept by the device until then. */
const rest: Behaviour = async (around) =>
  startOnDemand(
    () => idle().then(() => import('./start-native-later.ts')),
    ({ startNativeLater }) => startNativeLater(around),
  )

const behaviours: readonly Behaviour[] = [links, backKey, keepReading, rest]

/** What runs in the shells for as long as the app does. Resolves with the way out. */
export const startNative = (around: Around): Promise<Stop> => beginAll(behaviours, around)
