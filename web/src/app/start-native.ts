import '#web/ui/styles/insets.css'
import { storageKeys } from '@hot/domain/storage-keys'
import type { QueryClient } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import { browserClock } from '#web/data/clock.ts'
import { notificationsKey } from '#web/data/notification-calls.ts'
import { runtimeConfig } from '#web/data/runtime-config.ts'
import { viewer } from '#web/data/viewer.ts'
import { leaveApp, onBackButton } from '#web/platform/back-button.native.ts'
import { closeOverlay, pressBack } from '#web/platform/back-button.ts'
import { storedConsent, subscribeConsent } from '#web/platform/consent.ts'
import { shellLinks } from '#web/platform/deep-link.native.ts'
import { followLinks } from '#web/platform/deep-link.ts'
import { copyToDevice } from '#web/platform/device-copy.ts'
import { inAppBrowser } from '#web/platform/oauth-browser.native.ts'
import { followOutgoing } from '#web/platform/outgoing-links.ts'
import { onResume } from '#web/platform/resume.native.ts'
import { shellKeyboard } from '#web/platform/shell-keyboard.native.ts'
import { bringIntoSight, followKeyboard } from '#web/platform/shell-keyboard.ts'
import { lateReturnPath } from '#web/platform/sign-in-return.ts'
import { statusBar } from '#web/platform/status-bar.native.ts'
import { followStatusBar } from '#web/platform/status-bar.ts'
import { shownTheme, subscribeTheme } from '#web/platform/theme.ts'
import { keepReading } from './keep-reading.ts'
import { startPush } from './native-push.ts'
import { pullToRefresh } from './pull-refresh.ts'

type Around = {
  history: RouterHistory
  queryClient: QueryClient
  /** Runs the loaders of the page that is shown once more. */
  reloadPage: () => Promise<void>
}
type Stop = () => void
/** One thing the shells do for as long as the app runs. */
type Behaviour = (around: Around) => Promise<Stop>

/** Links that open the app. */
const links: Behaviour = async ({ history }) => {
  const [{ siteUrl }, returnAddress] = await Promise.all([runtimeConfig(), inAppBrowser.returnAddress()])
  const signInPath = (link: string) => lateReturnPath(link, returnAddress)
  return followLinks({ source: shellLinks, siteUrl, signInPath, history, memory: window.sessionStorage })
}

/** Links that are pressed inside. */
const outgoing: Behaviour = async ({ history }) => {
  const { siteUrl } = await runtimeConfig()
  return followOutgoing({
    appBase: `${window.location.protocol}//${window.location.host}`,
    siteUrl,
    openOutside: shellLinks.openOutside,
    openPage: (path) => history.push(path),
  })
}

/** Colours of the bar above the page; the device may have taken them back while the app was away. */
const bar: Behaviour = async () => {
  const following = followStatusBar({
    bar: statusBar,
    theme: shownTheme,
    subscribe: subscribeTheme,
    after: browserClock.after,
  })
  const leave = await onResume(following.again)
  return () => {
    leave()
    following.stop()
  }
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

const keyboard: Behaviour = () =>
  followKeyboard({
    keyboard: shellKeyboard,
    mark: (open) => document.documentElement.toggleAttribute('data-keyboard', open),
    showWriting() {
      const field = document.activeElement
      if (field?.matches('input, textarea'))
        bringIntoSight(field, field.closest('form'), window.visualViewport?.height ?? window.innerHeight)
    },
  })

/**
 * A timer stands still while the app is away: what is unread is asked for at once, which also renews a token that ran out.
 * The session and the socket look by themselves when the page is visible again.
 */
const counts: Behaviour = ({ queryClient }) =>
  onResume(() => {
    const who = viewer()
    if (who.state === 'member')
      void queryClient.invalidateQueries({ queryKey: notificationsKey(who.user.id, 'unread') })
  })

/** The choice about counting outlasts what the WebView keeps; the session is copied where it is stored. */
const consent: Behaviour = async () =>
  subscribeConsent(() => {
    const choice = storedConsent()
    void copyToDevice(storageKeys.consent, choice && JSON.stringify(choice))
  })

const behaviours: readonly Behaviour[] = [
  links,
  outgoing,
  bar,
  backKey,
  keyboard,
  counts,
  consent,
  startPush,
  keepReading,
  pullToRefresh,
]

/** What runs in the shells for as long as the app does; one that fails keeps no other from starting. Resolves with the way out. */
export async function startNative(around: Around): Promise<Stop> {
  const begun = await Promise.allSettled(behaviours.map((behaviour) => behaviour(around)))
  for (const each of begun) if (each.status === 'rejected') console.warn(each.reason)
  const stops = begun.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  return () => {
    for (const stop of stops) stop()
  }
}
