const storageKey = 'hot_asked_mail'
/** How long links in mails are valid. */
const validMs = 3_600_000

/** Stores the address to which this browser has requested a link: that link then signs in without a confirmation. */
export function rememberAskedMail(email: string, now = Date.now()): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ email: email.trim().toLowerCase(), until: now + validMs }))
  } catch {
    // Storage is blocked or full: the link then needs a confirmation.
  }
}

/**
 * Whether this browser has requested a link to the address in the last hour. True only once, because a link is used
 * once.
 */
export function takeAskedMail(email: string, now = Date.now()): boolean {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null || Reflect.get(stored, 'email') !== email.toLowerCase())
      return false
    localStorage.removeItem(storageKey)
    const until = Reflect.get(stored, 'until')
    return typeof until === 'number' && until > now
  } catch {
    return false
  }
}
