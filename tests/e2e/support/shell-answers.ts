import { readNativeConfig } from '../../../scripts/native/config.ts'
import type { Device } from './shell-plugins.ts'

type Options = Record<string, unknown>
/** What a plugin's method answers: the data itself, or a function of the call's options whose error the app gets. */
export type Answer = object | ((options: Options) => unknown)
export type Answers = Record<string, Answer>

const { appId, appName, version, build } = readNativeConfig()
/** The scheme of the link that signing in leads back to. */
export const appScheme = appId

/** How a plugin says that a platform has nothing for a call. */
function unimplemented(): never {
  throw Object.assign(new Error('not implemented'), { code: 'UNIMPLEMENTED' })
}

/** Where a platform keeps what it may throw away. */
const caches: Record<Device, string> = {
  ios: 'file:///var/mobile/Containers/Data/Application/A0/Library/Caches',
  android: `file:///data/user/0/${appId}/cache`,
}

/** A device that says yes; what has no entry answers without data. `store` holds the app's preferences. */
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
