import { readNativeConfig } from '../../../scripts/native/config.ts'
import type { Device } from './shell-plugins.ts'

type Options = Record<string, unknown>
/**
 * The result of a plugin's method: the data itself, or a function of the call's options; an error it throws is passed
 * to the app.
 */
export type Answer = object | ((options: Options) => unknown)
export type Answers = Record<string, Answer>

const { appId, appName, version, build } = readNativeConfig()
/** The scheme of the sign-in callback link. */
export const appScheme = appId

/** How a plugin reports that a platform does not support a call. */
export function unimplemented(): never {
  throw Object.assign(new Error('not implemented'), { code: 'UNIMPLEMENTED' })
}

/** A platform's cache directory. */
const caches: Record<Device, string> = {
  ios: 'file:///var/mobile/Containers/Data/Application/A0/Library/Caches',
  android: `file:///data/user/0/${appId}/cache`,
}

/**
 * A device that grants every permission; methods without an entry return no data. `store` holds the app's
 * preferences. What the push plugin refuses on iOS is read from its source (shell-bridge.ts).
 */
export function deviceAnswers(device: Device, store: Map<string, string>): Answers {
  let pushes = 'prompt'
  let browsing = false
  const ios: Answers = {
    'App.getLaunchUrl': {},
    'App.minimizeApp': unimplemented,
    // As a build of the store.
    'PushService.environment': { apsEnvironment: 'production' },
    'Browser.close': () => {
      if (!browsing) throw new Error('No active window to close!')
      browsing = false
    },
  }
  return {
    'App.getInfo': { name: appName, id: appId, build: String(build), version },
    'App.getState': { isActive: true },
    'Browser.open': () => {
      browsing = true
    },
    'Filesystem.writeFile': ({ path }) => ({ uri: `${caches[device]}/${path}` }),
    'Preferences.get': ({ key }) => ({ value: store.get(String(key)) ?? null }),
    'Preferences.set': ({ key, value }) => void store.set(String(key), String(value)),
    'Preferences.remove': ({ key }) => void store.delete(String(key)),
    'Preferences.keys': () => ({ keys: [...store.keys()] }),
    'Preferences.clear': () => store.clear(),
    'PushNotifications.checkPermissions': () => ({ receive: pushes }),
    'PushNotifications.requestPermissions': () => {
      pushes = 'granted'
      return { receive: pushes }
    },
    'PushNotifications.getDeliveredNotifications': { notifications: [] },
    'PushNotifications.listChannels': { channels: [] },
    'Share.canShare': { value: true },
    'Share.share': { activityType: '' },
    ...(device === 'ios' && ios),
  }
}
