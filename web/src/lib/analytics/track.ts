import type { AnalyticsEventType, EventDetails } from '@hot/domain/analytics/events'
import { consentLevel, memberConsent, subscribeConsent } from '#web/platform/storage/consent.ts'

/** Like `track`, but resolves once the event is counted and, if it ends the visit, sent. Never rejects. */
export async function tracked<Type extends AnalyticsEventType>(
  type: Type,
  ...details: EventDetails<Type>
): Promise<void> {
  if (import.meta.env.SSR || consentLevel() !== 'full') return
  await import('./analytics.ts')
    .then(({ record, sentSoon }) => {
      record(type, ...details)
      return type === 'user_logout' ? sentSoon() : undefined
    })
    .catch(console.warn)
}

/**
 * Counts an event with full consent; without it, does nothing and loads nothing.
 * Never throws and never blocks.
 */
export function track<Type extends AnalyticsEventType>(type: Type, ...details: EventDetails<Type>): void {
  void tracked(type, ...details)
}

/**
 * Counts an event of somebody who has just signed in, whose choice is not known yet or still to be made: it waits in
 * memory, and is forgotten with the page, or when they refuse.
 */
export function trackOnceChosen(type: 'user_login' | 'user_register'): void {
  if (import.meta.env.SSR) return
  const settle = () => {
    const level = consentLevel()
    if (!memberConsent() || level === 'none') return
    stop()
    if (level === 'full') track(type)
  }
  const stop = subscribeConsent(settle)
  settle()
}
