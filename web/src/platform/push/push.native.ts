import { Capacitor, registerPlugin } from '@capacitor/core'
import { PushNotifications } from '@capacitor/push-notifications'
import { apnsEnvironmentOf } from '@hot/domain/notification/push'
import { deviceStore } from '../storage/device-store.native.ts'
import type { DevicePush } from './push-device.ts'
import type { PushTap } from './push-events.ts'
import { pushOfShell, type ShellPush } from './push-shell.ts'

/** Implemented in the iOS project: native/ios/App/App/PushServicePlugin.swift. */
type PushServicePlugin = {
  environment(): Promise<{ apsEnvironment?: unknown }>
  clear(): Promise<void>
}
const PushService = registerPlugin<PushServicePlugin>('PushService')
/** If the plugin fails, `apnsEnvironmentOf` assumes the default, so that released apps still get messages. */
async function apsEnvironment(): Promise<unknown> {
  try {
    return (await PushService.environment()).apsEnvironment
  } catch (error) {
    console.warn(error)
    return undefined
  }
}

const kind = Capacitor.getPlatform() === 'ios' ? 'ios' : 'android'

export const shellService: ShellPush = {
  kind,
  environment: async () => apnsEnvironmentOf(await apsEnvironment()),
  permission: async () => (await PushNotifications.checkPermissions()).receive,
  askPermission: async () => (await PushNotifications.requestPermissions()).receive,
  makeChannel: (channel) => PushNotifications.createChannel(channel),
  register: () => PushNotifications.register(),
  unregister: () => PushNotifications.unregister(),
  async onToken(listener) {
    const handle = await PushNotifications.addListener('registration', ({ value }) => listener(value))
    return () => void handle.remove()
  },
  async onError(listener) {
    const handle = await PushNotifications.addListener('registrationError', ({ error }) => listener(error))
    return () => void handle.remove()
  },
}

export const shellPush: DevicePush = pushOfShell(shellService, deviceStore)

/** Taps on notifications; the launch tap is held until there is a listener. */
export async function onPushTap(listener: (tap: PushTap) => void): Promise<() => void> {
  const handle = await PushNotifications.addListener(
    'pushNotificationActionPerformed',
    ({ actionId, notification }) => {
      if (actionId !== 'tap') return
      const data: object = Object(notification.data)
      // On iOS, messages that replace each other share this id.
      const message = kind === 'android' ? notification.id : null
      listener({ path: Reflect.get(data, 'path'), notification: Reflect.get(data, 'notification'), message })
    },
  )
  return () => void handle.remove()
}

/**
 * Clears delivered notifications and the app icon's badge. On iOS by our own plugin: the other refuses until Apple has given
 * a token in this process, which without a network is never.
 */
export const clearPushed = (): Promise<void> =>
  kind === 'ios' ? PushService.clear() : PushNotifications.removeAllDeliveredNotifications()
