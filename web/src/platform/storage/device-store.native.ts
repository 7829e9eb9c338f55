import { Preferences } from '@capacitor/preferences'

/** The device's own storage; the system may clear a WebView's storage when space is low. */
export type DeviceStore = {
  get(key: string): Promise<string | null>
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
}

export const deviceStore: DeviceStore = {
  get: async (key) => (await Preferences.get({ key })).value,
  set: (key, value) => Preferences.set({ key, value }),
  remove: (key) => Preferences.remove({ key }),
}
