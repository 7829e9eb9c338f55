import { browserClock } from '#web/data/clock.ts'
import { runtimeConfig } from '#web/data/runtime-config.ts'
import { measureSafeArea } from '#web/platform/safe-area.native.ts'
import { hideSplash } from '#web/platform/splash.native.ts'
import { endSplash } from '#web/platform/splash.ts'

/** Where the backend is and how far the page may go: without either there is nothing to show. */
export const endSplashScreen = (): Promise<void> =>
  endSplash({ services: [runtimeConfig(), measureSafeArea()], hide: hideSplash, after: browserClock.after })
