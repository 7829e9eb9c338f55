import { storageKeys } from '@hot/domain/privacy/storage-keys'
import type { Instant } from '@hot/domain/time/berlin-time'
import { serverNow } from '#web/platform/device/server-clock.ts'

/** Who comes back within half an hour is still on the same visit. */
const pauseMs = 30 * 60_000

/** `at`: the last look at a list; `before`: the last one of the visit before, null on the first. */
type Visit = { owner: string; at: number; before: number | null }

function storedVisit(owner: string): Visit | null {
  try {
    const visit = JSON.parse(localStorage.getItem(storageKeys.lastVisit) ?? 'null') as Partial<Visit> | null
    if (visit?.owner !== owner || typeof visit.at !== 'number') return null
    return { owner, at: visit.at, before: typeof visit.before === 'number' ? visit.before : null }
  } catch {
    // Blocked or damaged: as on a first visit.
    return null
  }
}

/** Notes that this member looks at a list now. Returns until when they had seen the lists before this visit. */
export function noteVisit(owner: string, now = serverNow()): Instant | null {
  const last = storedVisit(owner)
  const before = last && now - last.at > pauseMs ? last.at : (last?.before ?? null)
  try {
    localStorage.setItem(storageKeys.lastVisit, JSON.stringify({ owner, at: now, before }))
  } catch {
    // Blocked or full: the next visit knows nothing of this one.
  }
  return before === null ? null : new Date(before).toISOString()
}

/** Called on sign-out. */
export function forgetVisits(): void {
  try {
    localStorage.removeItem(storageKeys.lastVisit)
  } catch {
    // As above.
  }
}
