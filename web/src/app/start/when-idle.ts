import { consentLevel } from '#web/platform/storage/consent.ts'

/** Long enough for everything of a first view to have come; what is counted must not miss a short visit. */
const restMs = () => (consentLevel() === 'full' ? 0 : 2_000)

const idle = (run: () => void) =>
  window.requestIdleCallback ? window.requestIdleCallback(run) : window.setTimeout(run, 1)

/** Starts something once the page is loaded, painted and quiet. Returns the cleanup, which also cancels a start that is still to come. */
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

/** Lets the browser answer what has happened meanwhile before the work goes on. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

type Stop = () => void

/**
 * Loads code and starts it; without it the page works all the same. Returns the cleanup, which also covers what is still
 * on its way.
 */
export function startOnDemand<Code>(load: () => Promise<Code>, start: (code: Code) => Stop | Promise<Stop>): Stop {
  let stop: Stop | undefined
  let left = false
  const begin = async () => {
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
