import { noteUnanswered } from '#web/lib/api/no-answer.ts'
import { reloads } from '#web/platform/device/reloads.ts'

const storageKey = 'hot_reloaded_for_build'
/** A second failure within this time (ms) is not caused by a deploy, so another reload would not help. */
const quietTime = 60_000

/** Whether the page may be reloaded: once per minute and tab. Never without session storage, because it could reload forever. */
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

/** Whether some of the app's code could not be loaded, so that only a reload helps. */
export const lacksCode = (): boolean => codeMissing

/**
 * After a deploy the old build's chunks no longer exist. When one cannot be loaded, the page is reloaded once to get
 * the new build. Otherwise, while something is not stored, and offline, where a reload would only show the browser's error
 * page, the failure is suppressed: the import resolves without a module, and the router does not reload by itself. Not for
 * shells, whose files lie on the device.
 */
export function reloadOnStaleBuild(): void {
  window.addEventListener('vite:preloadError', (event) => {
    codeMissing = true
    noteUnanswered(event.payload)
    if (navigator.onLine && !reloads.waitFor && mayReload(() => sessionStorage, Date.now())) window.location.reload()
    else event.preventDefault()
  })
}
