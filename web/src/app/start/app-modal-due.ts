import { storageKeys } from '@hot/domain/privacy/storage-keys'

/** The modal opens this long after the first visit starts, or after the choice about analytics. */
const appModalDelayMs = 1_000

/**
 * Calls `show` once, after a second. While something else has the person's attention (`isBusy`) it checks again
 * every second. Returns the cleanup function.
 */
export function whenAppModalIsDue(
  after: (ms: number, run: () => void) => () => void,
  isBusy: () => boolean,
  show: () => void,
): () => void {
  let stop = after(appModalDelayMs, check)
  function check() {
    if (isBusy()) stop = after(appModalDelayMs, check)
    else show()
  }
  return () => stop()
}

/**
 * Whether the modal about the app was closed on this device. Where storage is blocked it counts as closed, because it
 * would appear on every visit.
 */
export function appModalSeen(): boolean {
  try {
    return localStorage.getItem(storageKeys.appModalSeen) !== null
  } catch {
    return true
  }
}

export function storeAppModalSeen(): void {
  try {
    localStorage.setItem(storageKeys.appModalSeen, 'true')
  } catch {
    // Storage is full: it reappears on the next visit.
  }
}
