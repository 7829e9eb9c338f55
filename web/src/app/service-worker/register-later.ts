import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { isNative } from '#web/platform/device/device.ts'

/** Long after everything that is on screen has come: nothing of a first visit waits for copies to read without a network. */
const registerAfterMs = 5_000

/** What is asked for at `/sw.js` now deletes what was kept and unregisters; the browser may only look in a day. */
async function endWorker(): Promise<undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.update()
}

/** Only on the web: the shells carry the app with them. In development files have no lasting names. */
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
