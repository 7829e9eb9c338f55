import type { AnalyticsEventType, EventDetails } from '@hot/domain/analytics/events'
import { beforeSignOut, onSessionEvent } from '#web/lib/auth/session/session-events.ts'
import { consentLevel } from '#web/platform/storage/consent.ts'

/** As `track`, for callers that wait until the event is counted and, where it ends the visit, sent. Never rejects. */
async function tracked<Type extends AnalyticsEventType>(type: Type, ...details: EventDetails<Type>): Promise<void> {
  if (import.meta.env.SSR || consentLevel() !== 'full') return
  await import('./analytics.ts').then(({ record }) => record(type, ...details)).catch(console.warn)
}

/**
 * Counts that something happened, once the person has allowed that; before, this does nothing
 * and loads nothing. Never throws and never waits: counting must not be noticed.
 */
export function track<Type extends AnalyticsEventType>(type: Type, ...details: EventDetails<Type>): void {
  void tracked(type, ...details)
}

/** Counts signing up, in and out, each in the tab where it happened. Returns the unsubscribe function. */
export function trackSession(): () => void {
  const stopEvents = onSessionEvent((event) => {
    if (event.kind === 'signed-in' && event.here) track(event.registered ? 'user_register' : 'user_login')
  })
  // The event needs the token that signing out throws away.
  const stopSignOut = beforeSignOut(() => tracked('user_logout'))
  return () => {
    stopEvents()
    stopSignOut()
  }
}
