import type { AnalyticsEventType, EventDetails } from '@hot/domain/analytics/events'
import { consentLevel } from '#web/platform/storage/consent.ts'

/** As `track`, for callers that wait until the event is counted and, where it ends the visit, sent. Never rejects. */
export async function tracked<Type extends AnalyticsEventType>(
  type: Type,
  ...details: EventDetails<Type>
): Promise<void> {
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
