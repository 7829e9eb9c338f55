import { isRerun, untoldKind } from '@hot/domain/calendar/event-kind'
import { eventEnd, eventStart } from '@hot/domain/calendar/on-air'
import type { CalendarEvent } from '@hot/domain/contract/event'
import type { FormatPage, SeasonPage } from '@hot/domain/contract/format'
import { starName } from '@hot/domain/star/name'
import { longDay } from '@hot/domain/time/german-date'
import { formatPath, seasonPath, starPath } from '@hot/domain/url/paths'
import { seasonDates, seasonTitle } from '#web/entities/format/format-text.ts'

/** The short name where it is another one: people look for "Dschungelcamp". */
const otherName = ({ name, short_name }: { name: string; short_name: string | null }): string | null =>
  short_name && !name.toLowerCase().includes(short_name.toLowerCase()) ? short_name : null

/** Name, and the words by which people look for a format. */
export function formatTitle(format: FormatPage): string {
  const other = otherName(format)
  return `${other ? `${other} (${format.name})` : format.name}: Sendetermine, Staffeln, Stars`
}

const searched = {
  upcoming: 'Kandidaten, Start und Sendetermine',
  running: 'Kandidaten, Sendetermine, wer ist raus',
  ended: 'Kandidaten, Folgen, alle Plätze',
}

/** Name, year and number of a season, and what people want to know of it; never who it is. */
export function seasonHeadTitle(season: SeasonPage): string {
  const name = otherName(season.format) ?? season.format.name
  const year = season.start_date?.slice(0, 4)
  const dated = year && !name.includes(year) ? `${name} ${year}` : name
  return `${dated} (${seasonTitle(season, season.format)}): ${searched[season.status]}`
}

/** Meta description, for search engines and link previews. */
export function formatDescription(format: FormatPage): string {
  const channel = format.broadcaster ?? format.provider
  const where = channel ? ` bei ${channel.name}` : ''
  const coming = format.next_episode && isRerun(format.next_episode) ? 'Wiederholung' : 'Nächste Folge'
  const next = format.next_episode ? ` ${coming} am ${longDay(format.next_episode.event_date)}.` : ''
  const other = otherName(format)
  return `${format.name}${other ? ` (${other})` : ''}${where}: Sendetermine, Staffeln und Stars.${next} ${format.description ?? ''}`
}

/** Meta description, for search engines and link previews. */
export function seasonDescription(season: SeasonPage): string {
  const dates = seasonDates(season)
  const when = dates ? `, ${dates}` : ''
  return `${season.format.name}, ${seasonTitle(season, season.format)}${when}: alle Kandidatinnen und Kandidaten, wie heiß sie sind und auf welchem Platz. ${season.description ?? ''}`
}

type Absolute = (path: string) => string

/** schema.org TVSeries and, when one is planned or runs, the BroadcastEvent of the next episode. */
export function formatJsonLd(format: FormatPage, absolute: Absolute) {
  const series = {
    '@type': 'TVSeries',
    name: format.name,
    alternateName: format.short_name ?? undefined,
    description: format.description ?? undefined,
    numberOfSeasons: format.seasons_count,
    inLanguage: 'de',
    url: absolute(formatPath(format.slug)),
  }
  if (!format.next_episode) return [series]
  const { title, duration_minutes } = format.next_episode
  const channel = format.broadcaster ?? format.provider
  const broadcast = {
    '@type': 'BroadcastEvent',
    name: [`${format.name}: ${title}`, untoldKind(format.next_episode)].filter(Boolean).join(', '),
    startDate: new Date(eventStart(format.next_episode)).toISOString(),
    endDate: duration_minutes ? new Date(eventEnd(format.next_episode)).toISOString() : undefined,
    publishedOn: channel ? { '@type': 'BroadcastService', name: channel.name } : undefined,
    workFeatured: { '@type': 'TVSeries', name: format.name, url: series.url },
  }
  return [series, broadcast]
}

/** Each numbered episode once, at its first broadcast: other evenings of a season are shows about it, and repeats. */
function episodesJsonLd(events: readonly CalendarEvent[]) {
  const numbered = new Map<number, CalendarEvent>()
  for (const event of events) {
    const { episode_number: number, is_cancelled } = event
    if (number !== null && !is_cancelled && !isRerun(event) && !numbered.has(number)) numbered.set(number, event)
  }
  return [...numbered].map(([number, { title, event_date }]) => ({
    '@type': 'TVEpisode',
    name: title,
    episodeNumber: number,
    datePublished: event_date,
  }))
}

/** schema.org TVSeason with its episodes and cast. */
export function seasonJsonLd(season: SeasonPage, events: readonly CalendarEvent[], absolute: Absolute) {
  const { format } = season
  const episodes = episodesJsonLd(events)
  return {
    '@type': 'TVSeason',
    name: `${format.name}: ${seasonTitle(season, format)}`,
    seasonNumber: season.season_number,
    startDate: season.start_date ?? undefined,
    endDate: season.end_date ?? undefined,
    description: season.description ?? undefined,
    url: absolute(seasonPath(format.slug, season.slug)),
    episode: episodes.length > 0 ? episodes : undefined,
    partOfSeries: { '@type': 'TVSeries', name: format.name, url: absolute(formatPath(format.slug)) },
    actor:
      season.cast.length > 0
        ? season.cast.map((star) => ({ '@type': 'Person', name: starName(star), url: absolute(starPath(star.slug)) }))
        : undefined,
  }
}
