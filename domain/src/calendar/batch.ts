import type { CalendarEvent } from '../contract/event.ts'
import { isRerun } from './event-kind.ts'
import { eventFormatName } from './event-name.ts'

type Batched = Pick<
  CalendarEvent,
  | 'id'
  | 'event_date'
  | 'event_time'
  | 'event_type'
  | 'season_number'
  | 'episode_number'
  | 'channel'
  | 'streaming_platform'
  | 'is_cancelled'
  | 'format'
  | 'format_name'
>

/** What is the same in a batch; a broadcast without a format or a number stands for itself. */
const batchKey = (event: Batched): string => {
  const { id, event_date, event_time, season_number, episode_number, channel, streaming_platform, is_cancelled } = event
  const name = eventFormatName(event)
  if (!name || episode_number === null) return id
  return [event_date, event_time, name, season_number, channel, streaming_platform, is_cancelled, isRerun(event)].join()
}

/**
 * Broadcasts in order, as lists show them: episodes of a season that begin together, as streaming services put them
 * online, are one entry, at the place of its first.
 */
export function batchesOf<Event extends Batched>(events: readonly Event[]): Batch<Event>[] {
  const batches = new Map<string, Batch<Event>>()
  for (const event of events) {
    const key = batchKey(event)
    const batch = batches.get(key)
    if (batch) batch.push(event)
    else batches.set(key, [event])
  }
  return [...batches.values()]
}

export type Batch<Event> = [Event, ...Event[]]

/** `Folgen 1–8`; `3 Folgen` when numbers between them are missing. */
export function batchNumbers(batch: Batch<Pick<CalendarEvent, 'episode_number'>>): string {
  const numbers = batch.map(({ episode_number }) => episode_number ?? 0)
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
  const isRow = last - first + 1 === batch.length && new Set(numbers).size === batch.length
  return isRow ? `Folgen ${first}–${last}` : `${batch.length} Folgen`
}
