import type { QueryClient } from '@tanstack/react-query'
import { addPushDevice, markNotificationRead, notificationsKey } from '#web/entities/notification/api.ts'
import { pushSetup, runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { onSessionEvent, type SessionEvent } from '#web/lib/auth/session/session-events.ts'
import { subscribeViewer, viewer } from '#web/lib/auth/viewer/viewer.ts'
import { isOnline, subscribeOnline } from '#web/platform/device/device.ts'
import { clearPushed, onPushTap, shellService } from '#web/platform/push/push.native.ts'
import { followTaps, followTokens } from '#web/platform/push/push-events.ts'
import { followLeaving, type PushSilence } from '#web/platform/push/push-leaving.ts'
import { storedDevice } from '#web/platform/push/push-shell.ts'
import { deviceStore } from '#web/platform/storage/device-store.native.ts'
import type { ShellContext, Stop } from './native-behaviour.ts'

const memberId = () => {
  const who = viewer()
  return who.state === 'member' ? who.user.id : null
}

/** Opens the page of a notification. The notification is newer than cached data, so queries are refetched. */
function openPlace({ history, queryClient }: ShellContext, path: string): void {
  const isHere = history.location.href === path
  void queryClient.invalidateQueries({ refetchType: isHere ? 'active' : 'none' })
  if (!isHere) history.push(path)
}

async function markRead(queryClient: QueryClient, notification: string): Promise<void> {
  await markNotificationRead(notification)
  const member = memberId()
  if (member) await queryClient.invalidateQueries({ queryKey: notificationsKey(member) })
}

/** Whoever has left, or whose place somebody takes, is heard of no more. */
const react = (event: SessionEvent, silence: PushSilence): Promise<void> =>
  event.kind === 'signed-in' ? silence.takenOver(event.userId) : silence.signedOut(event.refused)

/** Removes delivered notifications from the device once nothing is unread, and when the list of them is opened. */
function clearWhenRead({ history, queryClient }: ShellContext, silence: PushSilence): Stop {
  const clear = async () => {
    const device = await storedDevice(deviceStore)
    if (device && device.user === memberId()) await silence.clear()
  }
  const clearNow = () => void clear().catch(console.warn)
  const stops = [
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || event.query.state.data !== 0) return
      const [noun, , what] = event.query.queryKey
      if (noun === 'notifications' && what === 'unread') clearNow()
    }),
    history.subscribe(({ location }) => {
      if (location.pathname === '/account/benachrichtigungen') clearNow()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Push on this device while the app runs: token, taps and clearing read notifications. */
export async function startPush(context: ShellContext): Promise<Stop> {
  const [{ siteUrl }, { push = [] }] = await Promise.all([runtimeConfig(), pushSetup()])
  // On Android the plugin crashes the app if the build lacks Google's configuration file.
  if (!push.includes(shellService.kind)) return () => {}
  const silence = await followLeaving({
    shell: shellService,
    store: deviceStore,
    clear: clearPushed,
    isOnline,
    onOnline: subscribeOnline,
  })
  const stops = [
    silence.stop,
    await followTaps({
      onTap: onPushTap,
      siteUrl,
      open: (path) => openPlace(context, path),
      markRead: (notification) => markRead(context.queryClient, notification),
      store: deviceStore,
    }),
    await followTokens({
      shell: shellService,
      store: deviceStore,
      member: memberId,
      onMember: subscribeViewer,
      send: addPushDevice,
    }),
    onSessionEvent((event) => void react(event, silence).catch(console.warn)),
    clearWhenRead(context, silence),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
