import { consentLevel } from '#web/platform/consent.ts'

/** Long enough for everything of a first view to have come; what is counted must not miss a short visit. */
const restMs = () => (consentLevel() === 'full' ? 0 : 1_000)

const idle = (run: () => void) =>
  window.requestIdleCallback ? window.requestIdleCallback(run) : window.setTimeout(run, 1)

/** Runs once the page is loaded, painted and quiet. Returns the way out. */
export function whenQuiet(run: () => void): () => void {
  let timer: number | undefined
  const rest = () => {
    timer = window.setTimeout(() => idle(run), restMs())
  }
  if (document.readyState === 'complete') rest()
  else window.addEventListener('load', rest, { once: true })
  return () => {
    window.removeEventListener('load', rest)
    window.clearTimeout(timer)
  }
}
