import { isNative, isOnline } from '#web/platform/device/device.ts'
import { consentLevel } from '#web/platform/storage/consent.ts'

/** Long enough for the first view to load; with full consent immediately, so that short visits are counted. */
const restMs = () => (consentLevel() === 'full' ? 0 : 2_000)

/** Runs it when the browser has nothing else to do. */
export const idle = (run: () => void) =>
  window.requestIdleCallback ? window.requestIdleCallback(run) : window.setTimeout(run, 1)

/** Runs `start` once the page is loaded, painted and idle. Returns the cleanup function, which also cancels it. */
export function whenQuiet(start: () => () => void): () => void {
  let timer: number | undefined
  let stop: (() => void) | undefined
  let left = false
  const begin = () => {
    if (!left) stop = start()
  }
  const rest = () => {
    timer = window.setTimeout(() => idle(begin), restMs())
  }
  if (document.readyState === 'complete') rest()
  else window.addEventListener('load', rest, { once: true })
  return () => {
    left = true
    window.removeEventListener('load', rest)
    window.clearTimeout(timer)
    stop?.()
  }
}

/** Yields, so that the browser can handle pending events. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/**
 * Waits until code can be loaded: at once, except offline and without a service worker that may have it. A browser
 * keeps a failed module for good, so that one attempt without a network would cost the page a reload.
 */
export async function codeReachable(): Promise<void> {
  if (import.meta.env.SSR || isNative || isOnline() || navigator.serviceWorker?.controller) return
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
}

type Stop = () => void

/**
 * Loads optional code, once it is reachable, and starts it. Returns the cleanup function, which also covers code that
 * is still loading.
 */
export function startOnDemand<Code>(load: () => Promise<Code>, start: (code: Code) => Stop | Promise<Stop>): Stop {
  let stop: Stop | undefined
  let left = false
  const begin = async () => {
    await codeReachable()
    if (left) return
    const code = await load()
    if (left) return
    const end = await start(code)
    if (left) end()
    else stop = end
  }
  begin().catch(console.warn)
  return () => {
    left = true
    stop?.()
  }
}
