import type { AnalyticsEventType, EventDetails } from '@hot/domain/analytics/events'
import { consentLevel } from '#web/platform/storage/consent.ts'

/** Like `track`, but resolves once the event is counted and, if it ends the visit, sent. Never rejects. */
export async function tracked<Type extends AnalyticsEventType>(
  type: Type,
  ...details: EventDetails<Type>
): Promise<void> {
  if (import.meta.env.SSR || consentLevel() !== 'full') return
  await import('./analytics.ts').then(({ record }) => record(type, ...details)).catch(console.warn)
}

/**
 * Counts an event with full consent; without it, does nothing and loads nothing.
 * Never throws and never blocks.
 */
export function track<Type extends AnalyticsEventType>(type: Type, ...details: EventDetails<Type>): void {
  void tracked(type, ...details)
}
