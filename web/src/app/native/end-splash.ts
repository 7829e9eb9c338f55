import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { sessionKey } from '#web/lib/auth/session/session-facts.ts'
import { hideSplash, measureSafeArea } from '#web/platform/browser-chrome/start-screen.native.ts'
import { endSplash } from '#web/platform/browser-chrome/start-screen.ts'
import { browserClock } from '#web/platform/device/clock.ts'
import { restoreCopies } from '#web/platform/storage/device-copy.ts'
import { deviceStore } from '#web/platform/storage/device-store.native.ts'

const wasReloaded = () =>
  performance.getEntriesByType('navigation').some((entry) => Reflect.get(entry, 'type') === 'reload')

/** Restores storage that the system cleared, then reloads the app once, still behind the splash screen. */
async function restoreStorage(): Promise<void> {
  const kept = [sessionKey, storageKeys.consent, storageKeys.memberConsent]
  const restored = await restoreCopies(kept, window.localStorage, deviceStore)
  if (!restored || wasReloaded()) return
  window.location.reload()
  await new Promise(() => {})
}

/** Waits for the configuration, the safe area and restored storage, which every page needs. */
export const endSplashScreen = (): Promise<void> =>
  endSplash({
    services: [runtimeConfig(), measureSafeArea(), restoreStorage().catch(console.warn)],
    hide: hideSplash,
    after: browserClock.after,
  })
