const storageKey = 'hot_reloaded_for_build'
/** A second failure within this time is not a new deploy but something a reload does not cure. */
const quietTime = 60_000

/** True once per minute and tab. Without session storage never: an endless reload is worse than an error screen. */
export function mayReload(session: () => Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  try {
    const storage = session()
    if (now - Number(storage.getItem(storageKey) ?? 0) < quietTime) return false
    storage.setItem(storageKey, String(now))
    return true
  } catch {
    return false
  }
}

let codeMissing = false

/** Whether some of the app's code could not be loaded; only a fresh page brings it then. */
export const lacksCode = (): boolean => codeMissing

/**
 * After a deploy the old build's chunks are gone. When one cannot be loaded the page is reloaded once, which brings
 * the new build. Otherwise, and offline, where a reload would only replace the page by the browser's error, the
 * failure is taken back: the import answers with nothing, and the router does not reload on its own.
 */
export function reloadOnStaleBuild(): void {
  window.addEventListener('vite:preloadError', (event) => {
    codeMissing = true
    if (navigator.onLine && mayReload(() => sessionStorage, Date.now())) window.location.reload()
    else event.preventDefault()
  })
}
