import { storageKeys } from '@hot/domain/privacy/storage-keys'

/** Longest code accepted from a URL; real codes have eight characters. */
const maxLength = 40

/** The stored invite code that was not used yet; empty if there is none. Migrates the legacy key. */
export function pendingInvite(): string {
  try {
    const older = localStorage.getItem(storageKeys.pendingInviteLegacy)
    if (older !== null && localStorage.getItem(storageKeys.pendingInvite) === null) storeInvite(older)
    if (older !== null) localStorage.removeItem(storageKeys.pendingInviteLegacy)
    return localStorage.getItem(storageKeys.pendingInvite)?.slice(0, maxLength) ?? ''
  } catch {
    // Storage is blocked: the code can still be typed.
    return ''
  }
}

/** Stores a code until it is used for registration. */
export function storeInvite(code: string): void {
  try {
    localStorage.setItem(storageKeys.pendingInvite, code.trim().slice(0, maxLength))
  } catch {
    // As above.
  }
}

/** Deletes the code after it was used or rejected. */
export function forgetInvite(): void {
  try {
    localStorage.removeItem(storageKeys.pendingInvite)
    localStorage.removeItem(storageKeys.pendingInviteLegacy)
  } catch {
    // As above.
  }
}
