import { Preferences } from '@capacitor/preferences'
import type { DeviceStore } from './device-copy.ts'

export const deviceStore: DeviceStore = {
  get: async (key) => (await Preferences.get({ key })).value,
  set: (key, value) => Preferences.set({ key, value }),
  remove: (key) => Preferences.remove({ key }),
}
