import type { CalendarEvent } from '../contract/event.ts'

/** What names a broadcast; feeds have the copied name of the format only. */
type Named = Pick<CalendarEvent, 'title' | 'format_name' | 'season_number' | 'episode_number'> & {
  format?: CalendarEvent['format']
}

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
  // Without a format the title is the name itself, which is not said twice.
  if (!names.some(Boolean)) return null
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
