import { storageKeys } from '@hot/domain/privacy/storage-keys'

/** As long as an address can make it; real codes have eight characters. */
const maxLength = 40

/** The invite code that was brought along and not used yet; empty without one. The older key is moved to today's. */
export function pendingInvite(): string {
  try {
    const older = localStorage.getItem(storageKeys.pendingInviteLegacy)
    if (older !== null && localStorage.getItem(storageKeys.pendingInvite) === null) keepInvite(older)
    if (older !== null) localStorage.removeItem(storageKeys.pendingInviteLegacy)
    return localStorage.getItem(storageKeys.pendingInvite)?.slice(0, maxLength) ?? ''
  } catch {
    // Storage is blocked: the code can still be typed.
    return ''
  }
}

/** Keeps a code until somebody registers with it. */
export function keepInvite(code: string): void {
  try {
    localStorage.setItem(storageKeys.pendingInvite, code.trim().slice(0, maxLength))
  } catch {
    // As above.
  }
}

/** The code was used, or the person does not want it. */
export function forgetInvite(): void {
  try {
    localStorage.removeItem(storageKeys.pendingInvite)
    localStorage.removeItem(storageKeys.pendingInviteLegacy)
  } catch {
    // As above.
  }
}
