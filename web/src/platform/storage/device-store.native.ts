import { Preferences } from '@capacitor/preferences'

/** The app's preferences; unlike a WebView's storage, the system does not clear them when space is low. */
export type DeviceStore = {
  get(key: string): Promise<string | null>
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
}

/** Rejects when the system refuses, for example on a full device. */
export const deviceStore: DeviceStore = {
  get: async (key) => (await Preferences.get({ key })).value,
  set: (key, value) => Preferences.set({ key, value }),
  remove: (key) => Preferences.remove({ key }),
}
