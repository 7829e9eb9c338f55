import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { isNative } from '#web/platform/device/device.ts'

/** Long after the page has loaded, so that caching for offline reading never delays a first visit. */
const registerAfterMs = 5_000

/** `/sw.js` now deletes the caches and unregisters itself; without this the browser may not check for a day. */
async function endWorker(): Promise<undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.update()
}

/** Only on the web: the shells contain the app. In development file names are not stable. */
export async function registerLater(): Promise<(() => void) | undefined> {
  if (import.meta.env.SSR || isNative || !import.meta.env.PROD || !navigator.serviceWorker) return
  if ((await runtimeConfig()).worker === 'off') return endWorker()
  let stop: (() => void) | undefined
  const begin = () =>
    import('./register-worker.ts')
      .then(async ({ registerWorker }) => {
        stop = await registerWorker()
      })
      .catch(console.warn)
  // With a worker in place the page may be offline already.
  const timer = setTimeout(begin, navigator.serviceWorker.controller ? 0 : registerAfterMs)
  return () => {
    clearTimeout(timer)
    stop?.()
  }
}
