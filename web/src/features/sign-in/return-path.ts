import { safeRedirect } from '@hot/domain/auth/same-origin-path'

const storageKey = 'hot_return_to'
/** As long as a link in a mail is good for. */
const goodForMs = 3_600_000

/**
 * Stores where to go on after a redirect to a provider or the link in a mail, which opens another tab. The address of the
 * redirect itself stays `/auth/callback`, as backends compare it with their list.
 */
export function rememberReturn(path: string, now = Date.now()): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ path: safeRedirect(path), until: now + goodForMs }))
  } catch {
    // Storage is blocked or full: signing in then ends on the start page.
  }
}

/** The stored path, once; `/` when there is none, it is too old, or it would leave the site. */
export function takeReturn(now = Date.now()): string {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    localStorage.removeItem(storageKey)
    if (typeof kept !== 'object' || kept === null) return '/'
    const until = Reflect.get(kept, 'until')
    return typeof until === 'number' && until > now ? safeRedirect(Reflect.get(kept, 'path')) : '/'
  } catch {
    return '/'
  }
}

/** Path with query and hash of the page shown; signing in on the sign-in page leads to where it was asked for. */
export function pathShown(): string {
  const { pathname, search, hash } = window.location
  if (!pathname.startsWith('/auth')) return pathname + search + hash
  return safeRedirect(new URLSearchParams(search).get('weiter'))
}
