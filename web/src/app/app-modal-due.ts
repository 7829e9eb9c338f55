/** Specification §4 App-download modal: how long after the first visit begins, or after the choice about counting. */
const appModalDelayMs = 1_000

/**
 * Calls `show` once, after a second; what has the person's attention by then (`isBusy`) holds it back, and it looks again
 * every second. Returns the way out.
 */
export function whenAppModalIsDue(
  after: (ms: number, run: () => void) => () => void,
  isBusy: () => boolean,
  show: () => void,
): () => void {
  let stop = after(appModalDelayMs, look)
  function look() {
    if (isBusy()) stop = after(appModalDelayMs, look)
    else show()
  }
  return () => stop()
}
