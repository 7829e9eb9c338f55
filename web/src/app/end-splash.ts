import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { browserClock } from '#web/data/clock.ts'
import { runtimeConfig } from '#web/data/runtime-config.ts'
import { sessionKey } from '#web/data/session-hint.ts'
import { restoreCopies } from '#web/platform/device-copy.ts'
import { deviceStore } from '#web/platform/device-store.native.ts'
import { measureSafeArea } from '#web/platform/safe-area.native.ts'
import { hideSplash } from '#web/platform/splash.native.ts'
import { endSplash } from '#web/platform/splash.ts'

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
