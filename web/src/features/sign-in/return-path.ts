import { safeRedirect } from '@hot/domain/auth/same-origin-path'

const storageKey = 'hot_return_to'
/** Lifetime of a link in a mail. */
const goodForMs = 3_600_000

/**
 * Stores where to continue after a redirect to a provider or a link in a mail, which opens another tab. The redirect
 * URL itself stays `/auth/callback`, because backends check it against an allow list.
 */
export function rememberReturn(path: string, now = Date.now()): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ path: safeRedirect(path), until: now + goodForMs }))
  } catch {
    // Storage blocked or full: signing in then ends on the start page.
  }
}

/** Takes the stored path; `/` if there is none, it has expired, or it would leave the site. */
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

/** Path with query and hash of the current page; on the sign-in page, the path it was requested from. */
export function pathShown(): string {
  const { pathname, search, hash } = window.location
  if (!pathname.startsWith('/auth')) return pathname + search + hash
  return safeRedirect(new URLSearchParams(search).get('weiter'))
}
