import { berlinInstant, type Day } from '../time/berlin-time.ts'

/** Assumed length of a broadcast whose length is unknown. `private.broadcast_end()` has the same value. */
export const assumedEventMinutes = 60

const minute = 60_000

/** When a broadcast begins, on Berlin's wall clock, and how long it is. */
export type Timed = { event_date: Day; event_time: string; duration_minutes: number | null }

/** Start of a broadcast (epoch ms). */
export const eventStart = ({ event_date, event_time }: Pick<Timed, 'event_date' | 'event_time'>): number =>
  berlinInstant(event_date, event_time).getTime()

/**
 * End of a broadcast (epoch ms), with an assumed duration if none is known. The duration is added to the instant, so
 * that clock changes do not add or lose an hour. `private.broadcast_end()` gives the same.
 */
export const eventEnd = (event: Timed): number =>
  eventStart(event) + (event.duration_minutes ?? assumedEventMinutes) * minute

/**
 * `now` from the first minute until the end of the last one, also past midnight. `private.is_on_air()` and
 * `private.is_over()` decide the same.
 */
export function eventWhen(event: Timed, now: number): 'past' | 'now' | 'later' {
  if (now < eventStart(event)) return 'later'
  return now < eventEnd(event) ? 'now' : 'past'
}

/** State of a broadcast in lists: what is cancelled never runs. */
export const eventState = (event: Timed & { is_cancelled: boolean }, now: number) =>
  event.is_cancelled ? 'cancelled' : eventWhen(event, now)
export type EventState = ReturnType<typeof eventState>
