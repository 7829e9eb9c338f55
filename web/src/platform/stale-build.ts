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

/**
 * After a deploy the old build's chunks are gone. When one cannot be loaded the page is reloaded once, which brings
 * the new build; offline it would only replace the page by the browser's error.
 */
export function reloadOnStaleBuild(): () => void {
  const reload = () => {
    if (navigator.onLine && mayReload(() => sessionStorage, Date.now())) window.location.reload()
  }
  window.addEventListener('vite:preloadError', reload)
  return () => window.removeEventListener('vite:preloadError', reload)
}
