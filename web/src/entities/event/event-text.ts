import { assumedEventMinutes } from '@hot/domain/calendar/event-rules'
import type { CalendarEvent } from '@hot/domain/contract/event'
import { berlinInstant } from '@hot/domain/time/berlin-time'

const minute = 60_000

type Timed = Pick<CalendarEvent, 'event_date' | 'event_time' | 'duration_minutes'>

/** Start of a broadcast (epoch ms). */
export const eventStart = ({ event_date, event_time }: Timed): number => berlinInstant(event_date, event_time).getTime()

/**
 * End of a broadcast (epoch ms), with an assumed duration if none is known. The duration is added to the instant, so
 * that clock changes do not add or lose an hour.
 */
export const eventEnd = (event: Timed): number =>
  eventStart(event) + (event.duration_minutes ?? assumedEventMinutes) * minute

/** `now` from the first minute until the end of the last one, also past midnight. */
export function eventWhen(event: Timed, now: number): 'past' | 'now' | 'later' {
  if (now < eventStart(event)) return 'later'
  return now < eventEnd(event) ? 'now' : 'past'
}

/** State of a broadcast in lists: what is cancelled never runs. */
export const eventState = (event: Timed & { is_cancelled: boolean }, now: number) =>
  event.is_cancelled ? 'cancelled' : eventWhen(event, now)
export type EventState = ReturnType<typeof eventState>

type Named = Pick<CalendarEvent, 'title' | 'format_name' | 'format' | 'season_number' | 'episode_number'>

/** Name of the format, also of one that has no page; null if the event has none. */
export const eventFormatName = ({ format, format_name }: Pick<Named, 'format' | 'format_name'>): string | null =>
  format?.name ?? format_name

/** `Staffel 5, Folge 3`; empty when neither is known. */
export function seasonAndEpisode({
  season_number,
  episode_number,
}: Pick<Named, 'season_number' | 'episode_number'>): string {
  const season = season_number === null ? [] : [`Staffel ${season_number}`]
  const episode = episode_number === null ? [] : [`Folge ${episode_number}`]
  return [...season, ...episode].join(', ')
}

/** The broadcast's title beyond its format, season and episode: `Das große Wiedersehen`; null if there is none. */
export function eventOwnTitle({ title, format, format_name }: Named): string | null {
  const names = [format?.name, format?.short_name, format_name]
  const name = names.find(
    (known) => known && title.startsWith(known) && !/^[\p{L}\p{N}]/u.test(title.slice(known.length)),
  )
  const rest = name ? title.slice(name.length).replace(/^[\s:–—·|,-]+/, '') : title
  return rest.replace(numbered('Staffel'), '').replace(numbered('Folge'), '').trim() || null
}

/** `Folge 10` at the beginning, alone or before a separator: `Folge 100 Tage Liebe` is a title. */
const numbered = (word: string) => new RegExp(`^${word} \\d+\\s*(?:$|[,:·|–—-]\\s*)`, 'i')

/** `Staffel 11, Folge 10 · Finale` */
export const eventDetails = (event: Named): string =>
  [seasonAndEpisode(event), eventOwnTitle(event)].filter(Boolean).join(' · ')
