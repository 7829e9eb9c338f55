import type { AnalyticsEventType, EventDetails } from '@hot/domain/analytics-events'
import { consentLevel } from '#web/platform/consent.ts'

/**
 * Counts that something happened, once its viewer has allowed that (specification §4 Consent); before, this does nothing
 * and loads nothing. Never throws and never waits: counting must not be noticed.
 */
export function track<Type extends AnalyticsEventType>(type: Type, ...details: EventDetails<Type>): void {
  if (import.meta.env.SSR || consentLevel() !== 'full') return
  import('./analytics.ts').then(({ record }) => record(type, ...details)).catch(console.debug)
}
