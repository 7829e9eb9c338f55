import { assumedEventMinutes } from '@hot/domain/calendar/event-rules'
import type { CalendarEvent } from '@hot/domain/contract/event'
import { berlinInstant } from '@hot/domain/time/berlin-time'

const minute = 60_000

type Timed = Pick<CalendarEvent, 'event_date' | 'event_time' | 'duration_minutes'>

/** Milliseconds. The length is added to the instant, so that a night with a clock change loses or gains no hour. */
export const eventStart = ({ event_date, event_time }: Timed): number => berlinInstant(event_date, event_time).getTime()

export const eventEnd = (event: Timed): number =>
  eventStart(event) + (event.duration_minutes ?? assumedEventMinutes) * minute

/** `now` from the first minute on until the last is over, also past midnight. */
export function eventWhen(event: Timed, now: number): 'past' | 'now' | 'later' {
  if (now < eventStart(event)) return 'later'
  return now < eventEnd(event) ? 'now' : 'past'
}
