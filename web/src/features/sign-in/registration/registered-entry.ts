import type { Entry } from '@hot/domain/auth/sign-in-form'
import { storageKeys } from '@hot/domain/privacy/storage-keys'

const { registeredMail: storageKey } = storageKeys
/** The note about the mail stays for a day, unless it is closed or its reader signs in. */
const validMs = 86_400_000

/** What was typed, until the page is left: a wrong address is corrected without typing the rest again. */
let typed: Entry | null = null

/** Stores that somebody has registered here and has to confirm the address. The password is not stored. */
export function rememberRegistration(entry: Entry, now = Date.now()): void {
  typed = entry
  try {
    localStorage.setItem(storageKey, JSON.stringify({ email: entry.email.trim(), until: now + validMs }))
  } catch {
    // Storage is blocked or full: the note is gone after a reload.
  }
}

/** The address that waits for its confirmation, or null. */
export function registeredMail(now = Date.now()): string | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return typed?.email.trim() ?? null
    const [email, until] = [Reflect.get(stored, 'email'), Reflect.get(stored, 'until')]
    if (typeof email === 'string' && typeof until === 'number' && until > now) return email
    localStorage.removeItem(storageKey)
    return null
  } catch {
    return typed?.email.trim() ?? null
  }
}

/** What was typed at the registration, or as much as is known of it. */
export const registeredEntry = (): Partial<Entry> => typed ?? { email: registeredMail() ?? '' }

export function forgetRegistration(): void {
  typed = null
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Storage is blocked: nothing was stored.
  }
}
