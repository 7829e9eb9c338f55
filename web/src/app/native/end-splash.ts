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

/** Brings back what the system cleared. The app starts once more with it, still behind the splash screen, and only once. */
async function restoreKept(): Promise<void> {
  const restored = await restoreCopies([sessionKey, storageKeys.consent], window.localStorage, deviceStore)
  if (!restored || wasReloaded()) return
  window.location.reload()
  await new Promise(() => {})
}

/** Where the backend is, how far the page may go, who is looking: without these there is nothing to show. */
export const endSplashScreen = (): Promise<void> =>
  endSplash({
    services: [runtimeConfig(), measureSafeArea(), restoreKept().catch(console.warn)],
    hide: hideSplash,
    after: browserClock.after,
  })
