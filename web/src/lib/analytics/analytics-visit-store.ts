import { storageKeys } from '@hot/domain/privacy/storage-keys'
import type { Visit } from './analytics-session.ts'

/**
 * The visit lives as long as its tab: a reload goes on with it, another tab has its own. Where storage is blocked each
 * page load is a visit.
 */
export function keptVisit(): Visit | null {
  try {
    return asVisit(JSON.parse(sessionStorage.getItem(storageKeys.analyticsVisit) ?? 'null'))
  } catch {
    return null
  }
}

export function keepVisit(visit: Visit): void {
  try {
    sessionStorage.setItem(storageKeys.analyticsVisit, JSON.stringify(visit))
  } catch {
    // Blocked or full: the visit ends with the page.
  }
}

function asVisit(kept: unknown): Visit | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { id, userId, startedAt, lastAt, pageViews, actions } = kept as Partial<Record<keyof Visit, unknown>>
  const counts = [startedAt, lastAt, pageViews, actions]
  const whole = typeof id === 'string' && (userId === null || typeof userId === 'string')
  return whole && counts.every(Number.isFinite) ? (kept as Visit) : null
}
