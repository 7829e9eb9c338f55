import type { SummaryLine } from './analytics-reading.ts'

/** Events of one type over the whole time; `sessions` counts a visit once a day. */
export type EventTotal = { type: string; events: number; sessions: number }

/** The summary by type, most frequent first. */
export function eventTotals(lines: readonly SummaryLine[]): EventTotal[] {
  const totals = new Map<string, EventTotal>()
  for (const { event_type: type, events, unique_sessions } of lines) {
    const total = totals.get(type) ?? { type, events: 0, sessions: 0 }
    total.events += events
    total.sessions += unique_sessions
    totals.set(type, total)
  }
  return [...totals.values()].sort((one, other) => other.events - one.events || one.type.localeCompare(other.type))
}
