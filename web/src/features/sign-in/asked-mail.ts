const storageKey = 'hot_asked_mail'
/** Lifetime of a link in a mail. */
const goodForMs = 3_600_000

/** Stores which address this browser has asked for a link to: that link then signs in without asking. */
export function rememberAskedMail(email: string, now = Date.now()): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ email: email.trim().toLowerCase(), until: now + goodForMs }))
  } catch {
    // Storage blocked or full: the link then asks first.
  }
}

/** Whether this browser has asked for a link to the address in the last hour; asked once, as a link is used once. */
export function takeAskedMail(email: string, now = Date.now()): boolean {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof kept !== 'object' || kept === null || Reflect.get(kept, 'email') !== email.toLowerCase()) return false
    localStorage.removeItem(storageKey)
    const until = Reflect.get(kept, 'until')
    return typeof until === 'number' && until > now
  } catch {
    return false
  }
}
