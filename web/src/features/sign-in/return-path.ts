import { safeRedirect } from '@hot/domain/auth/same-origin-path'
import { requestedReturn, requestedWishes } from '#web/lib/auth/viewer/sign-in-request.ts'
import { areWishes, bringWishes } from '#web/lib/auth/viewer/sign-in-wish.ts'

const storageKey = 'hot_return_to'
/** How long links in mails are valid. */
const validMs = 3_600_000

/**
 * Stores where to continue after a redirect to a provider or a link in a mail, which opens another tab, and what the
 * guest had chosen there. The redirect URL itself stays `/auth/callback`, because backends check it against an allow list.
 */
export function rememberReturn(path: string, now = Date.now()): void {
  try {
    const record = { path: safeRedirect(path), until: now + validMs, wishes: requestedWishes() }
    localStorage.setItem(storageKey, JSON.stringify(record))
  } catch {
    // Storage is blocked or full: sign-in then ends on the start page.
  }
}

/**
 * Returns and deletes the stored path; `/` if there is none, it has expired, or it would leave the site. The stored
 * choice is now carried out (`app/member/member-prompts.tsx`).
 */
export function takeReturn(now = Date.now()): string {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    localStorage.removeItem(storageKey)
    if (typeof stored !== 'object' || stored === null) return '/'
    const until = Reflect.get(stored, 'until')
    if (typeof until !== 'number' || until <= now) return '/'
    const wishes: unknown = Reflect.get(stored, 'wishes')
    if (areWishes(wishes)) bringWishes(wishes)
    return safeRedirect(Reflect.get(stored, 'path'))
  } catch {
    return '/'
  }
}

/** Where to continue after signing in: path with query and hash of the current page, or what the request names. */
export function pathShown(): string {
  const wanted = requestedReturn()
  if (wanted) return wanted
  const { pathname, search, hash } = window.location
  if (!pathname.startsWith('/auth')) return pathname + search + hash
  return safeRedirect(new URLSearchParams(search).get('weiter'))
}
