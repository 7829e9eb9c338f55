import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { notificationsKey } from '#web/entities/notification/api.ts'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { onSessionEvent } from '#web/lib/auth/session/session-events.ts'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'
import { followKeyboard, scrollFieldIntoView } from '#web/platform/browser-chrome/keyboard.ts'
import { shellKeyboard } from '#web/platform/browser-chrome/shell-keyboard.native.ts'
import { statusBar } from '#web/platform/browser-chrome/status-bar.native.ts'
import { followStatusBar } from '#web/platform/browser-chrome/status-bar.ts'
import { shownTheme, subscribeTheme } from '#web/platform/browser-chrome/theme.ts'
import { onResume } from '#web/platform/device/app-events.native.ts'
import { browserClock } from '#web/platform/device/clock.ts'
import { forgetPlace } from '#web/platform/links/last-place.ts'
import { followOutgoing } from '#web/platform/links/outgoing-links.ts'
import { shellLinks } from '#web/platform/links/shell-links.native.ts'
import { deviceConsent, memberConsent, subscribeConsent } from '#web/platform/storage/consent.ts'
import { copyToDevice } from '#web/platform/storage/device-copy.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { askAtStart } from '../errors/learn-standing.ts'
import { type Behaviour, beginAll, type ShellContext, type Stop } from './native-behaviour.ts'
import { startPush } from './native-push.ts'
import { pullToRefresh } from './pull-refresh.tsx'

/** Opens links pressed in the app: pages of the site in the app, others in the in-app browser. */
const outgoing: Behaviour = async ({ history }) => {
  const { siteUrl } = await runtimeConfig()
  return followOutgoing({
    appBase: `${window.location.protocol}//${window.location.host}`,
    siteUrl,
    openOutside: shellLinks.openOutside,
    openPage: (path) => history.push(path),
  })
}

/** Status bar colours, which the device may reset while the app is in the background. */
const bar: Behaviour = async () => {
  const following = followStatusBar({
    bar: statusBar,
    theme: shownTheme,
    subscribe: subscribeTheme,
    after: browserClock.after,
  })
  const leave = await onResume(following.reapply)
  return () => {
    leave()
    following.stop()
  }
}

const keyboard: Behaviour = () =>
  followKeyboard({
    keyboard: shellKeyboard,
    mark: (open) => document.documentElement.toggleAttribute('data-keyboard', open),
    scrollToField() {
      const field = document.activeElement
      if (field?.matches('input, textarea'))
        scrollFieldIntoView(field, field.closest('form'), window.visualViewport?.height ?? window.innerHeight)
    },
  })

/**
 * Timers pause in the background, so unread counts are refetched immediately, which also renews an expired token.
 * The session and the socket update themselves when the page becomes visible.
 */
const counts: Behaviour = ({ queryClient }) =>
  onResume(() => {
    const who = viewer()
    if (who.state === 'member')
      void queryClient.invalidateQueries({ queryKey: notificationsKey(who.user.id, 'unread') })
  })

/** Copies the choices about counting to the device, since WebView storage may be cleared; the session is copied when stored. */
const consent: Behaviour = async () =>
  subscribeConsent(() => {
    const choices = { [storageKeys.consent]: deviceConsent(), [storageKeys.memberConsent]: memberConsent() }
    for (const [key, choice] of Object.entries(choices)) void copyToDevice(key, choice && JSON.stringify(choice))
  })

/** Whoever signs in next begins at the front. */
const place: Behaviour = async () =>
  onSessionEvent(({ kind }) => {
    if (kind === 'signed-out') forgetPlace(window.localStorage)
  })

/** Whether the server still serves this app; without an answer the next start asks again. */
const standing: Behaviour = async () => {
  const tell = () =>
    showToast({
      title: 'Es gibt eine neue HoT-App.',
      text: 'Du findest sie im Store. Diese hier geht vorerst weiter.',
      durationMs: 8_000,
    })
  askAtStart(tell).catch(console.warn)
  return () => {}
}

const behaviours: readonly Behaviour[] = [
  place,
  standing,
  bar,
  outgoing,
  keyboard,
  counts,
  consent,
  startPush,
  pullToRefresh,
]

/** Starts what the shells do after the first view. Resolves with the cleanup function. */
export const startNativeLater = (context: ShellContext): Promise<Stop> => beginAll(behaviours, context)
