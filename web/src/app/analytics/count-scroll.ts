import { record } from '#web/lib/analytics/analytics.ts'

/** Per cent of a page; each is counted once, by a person who scrolls. */
const depths = [50, 90]

/** Counts how far the page that is shown now is read. */
export function countScroll(): () => void {
  let missing = depths
  const look = () => {
    const page = document.documentElement
    const reached = ((window.scrollY + window.innerHeight) / page.scrollHeight) * 100
    for (const depth of missing) if (reached >= depth) record('scroll', { metadata: { depth } })
    missing = missing.filter((depth) => reached < depth)
    if (missing.length === 0) stop()
  }
  const stop = () => window.removeEventListener('scroll', look)
  window.addEventListener('scroll', look, { passive: true })
  return stop
}
