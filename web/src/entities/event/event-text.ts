import { eventWhen, type Timed } from '@hot/domain/calendar/on-air'

/** State of a broadcast in lists: what is cancelled never runs. */
export const eventState = (event: Timed & { is_cancelled: boolean }, now: number) =>
  event.is_cancelled ? 'cancelled' : eventWhen(event, now)
export type EventState = ReturnType<typeof eventState>
