import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { notificationsKey } from '#web/entities/notification/api.ts'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'
import { bringIntoSight, followKeyboard } from '#web/platform/browser-chrome/keyboard.ts'
import { shellKeyboard } from '#web/platform/browser-chrome/shell-keyboard.native.ts'
import { statusBar } from '#web/platform/browser-chrome/status-bar.native.ts'
import { followStatusBar } from '#web/platform/browser-chrome/status-bar.ts'
import { shownTheme, subscribeTheme } from '#web/platform/browser-chrome/theme.ts'
import { onResume } from '#web/platform/device/app-events.native.ts'
import { browserClock } from '#web/platform/device/clock.ts'
import { followOutgoing } from '#web/platform/links/outgoing-links.ts'
import { shellLinks } from '#web/platform/links/shell-links.native.ts'
import { storedConsent, subscribeConsent } from '#web/platform/storage/consent.ts'
import { copyToDevice } from '#web/platform/storage/device-copy.ts'
import { type Around, type Behaviour, beginAll, type Stop } from './native-behaviour.ts'
import { startPush } from './native-push.ts'
import { pullToRefresh } from './pull-refresh.tsx'

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
 * A timer stands still while the app is away: what is unread is refetched immediately, which also renews a token that ran out.
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

const behaviours: readonly Behaviour[] = [bar, outgoing, keyboard, counts, consent, startPush, pullToRefresh]

/** What runs in the shells once the first view is there. Resolves with the cleanup function. */
export const startNativeLater = (around: Around): Promise<Stop> => beginAll(behaviours, around)
