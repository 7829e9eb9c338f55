import { isNative } from '#web/platform/shell-kind.ts'

/** Long after everything that is on screen has come: nothing of a first visit waits for copies to read without a network. */
const registerAfterMs = 5_000

/** Only on the web: the shells carry the app with them. In development files have no lasting names. */
export async function registerLater(): Promise<(() => void) | undefined> {
  if (import.meta.env.SSR || isNative || !import.meta.env.PROD || !navigator.serviceWorker) return
  let stop: (() => void) | undefined
  const begin = () =>
    import('./register-worker.ts')
      .then(async ({ registerWorker }) => {
        stop = await registerWorker()
      })
      .catch(console.warn)
  // Whoever has the worker may be without a network already.
  const timer = setTimeout(begin, navigator.serviceWorker.controller ? 0 : registerAfterMs)
  return () => {
    clearTimeout(timer)
    stop?.()
  }
}
