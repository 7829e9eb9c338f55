import type { Conversion } from '@hot/domain/analytics/funnel'
import { storageKeys } from '@hot/domain/privacy/storage-keys'

/** A device that many members use keeps the latest only. */
const mostKept = 100

export function keptConversions(): Conversion[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKeys.conversions) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isConversion) : []
  } catch {
    return []
  }
}

export function keepConversions(conversions: Conversion[]): void {
  try {
    localStorage.setItem(storageKeys.conversions, JSON.stringify(conversions.slice(-mostKept)))
  } catch {
    // Blocked or full: what the server knows decides alone.
  }
}

const isConversion = (kept: unknown): kept is Conversion =>
  typeof kept === 'object' &&
  kept !== null &&
  typeof Reflect.get(kept, 'user_id') === 'string' &&
  typeof Reflect.get(kept, 'conversion_type') === 'string'
