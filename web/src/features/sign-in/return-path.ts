import { safeRedirect } from '@hot/domain/auth/same-origin-path'

const storageKey = 'hot_return_to'
/** How long links in mails are valid. */
const validMs = 3_600_000

/**
 * Stores where to continue after a redirect to a provider or a link in a mail, which opens another tab. The redirect
 * URL itself stays `/auth/callback`, because backends check it against an allow list.
 */
export function rememberReturn(path: string, now = Date.now()): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ path: safeRedirect(path), until: now + validMs }))
  } catch {
    // Storage is blocked or full: sign-in then ends on the start page.
  }
}

/** Returns and deletes the stored path; `/` if there is none, it has expired, or it would leave the site. */
export function takeReturn(now = Date.now()): string {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    localStorage.removeItem(storageKey)
    if (typeof stored !== 'object' || stored === null) return '/'
    const until = Reflect.get(stored, 'until')
    return typeof until === 'number' && until > now ? safeRedirect(Reflect.get(stored, 'path')) : '/'
  } catch {
    return '/'
  }
}

/** Path with query and hash of the current page; on the sign-in page, the path it was requested from. */
export function pathShown(): string {
  const { pathname, search, hash } = window.location
  if (!pathname.startsWith('/auth')) return pathname + search + hash
  return safeRedirect(new URLSearchParams(search).get('weiter'))
}
