import { storageKeys } from '@hot/domain/privacy/storage-keys'

/** Whether this device has closed the modal about the app. Where storage is blocked it counts as seen, else it came every time. */
export function appModalSeen(): boolean {
  try {
    return localStorage.getItem(storageKeys.appModalSeen) !== null
  } catch {
    return true
  }
}

export function keepAppModalSeen(): void {
  try {
    localStorage.setItem(storageKeys.appModalSeen, 'true')
  } catch {
    // Full: it comes back on the next visit.
  }
}
