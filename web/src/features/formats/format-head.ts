import { eventEnd, eventStart } from '@hot/domain/calendar/on-air'
import type { FormatPage, SeasonPage } from '@hot/domain/contract/format'
import { starName } from '@hot/domain/star/name'
import { longDay } from '@hot/domain/time/german-date'
import { formatPath, seasonPath, starPath } from '@hot/domain/url/paths'
import { seasonDates, seasonTitle } from '#web/entities/format/format-text.ts'

/** Meta description, for search engines and link previews. */
export function formatDescription(format: FormatPage): string {
  const channel = format.broadcaster ?? format.provider
  const where = channel ? ` bei ${channel.name}` : ''
  const coming = format.next_episode?.event_type === 'rerun' ? 'Wiederholung' : 'Nächste Folge'
  const next = format.next_episode ? ` ${coming} am ${longDay(format.next_episode.event_date)}.` : ''
  return `${format.name}${where}: Sendetermine, Staffeln und Stars.${next} ${format.description ?? ''}`
}

/** Meta description, for search engines and link previews. */
export function seasonDescription(season: SeasonPage): string {
  const dates = seasonDates(season)
  const when = dates ? `, ${dates}` : ''
  return `${season.format.name}, ${seasonTitle(season, season.format)}${when}: wer dabei ist, wie heiß und auf welchem Platz. ${season.description ?? ''}`
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
    name: `${format.name}: ${title}`,
    startDate: new Date(eventStart(format.next_episode)).toISOString(),
    endDate: duration_minutes ? new Date(eventEnd(format.next_episode)).toISOString() : undefined,
    publishedOn: channel ? { '@type': 'BroadcastService', name: channel.name } : undefined,
    workFeatured: { '@type': 'TVSeries', name: format.name, url: series.url },
  }
  return [series, broadcast]
}

/** schema.org TVSeason with its cast. */
export function seasonJsonLd(season: SeasonPage, absolute: Absolute) {
  const { format } = season
  return {
    '@type': 'TVSeason',
    name: `${format.name}: ${seasonTitle(season, format)}`,
    seasonNumber: season.season_number,
    startDate: season.start_date ?? undefined,
    endDate: season.end_date ?? undefined,
    description: season.description ?? undefined,
    url: absolute(seasonPath(format.slug, season.slug)),
    partOfSeries: { '@type': 'TVSeries', name: format.name, url: absolute(formatPath(format.slug)) },
    actor:
      season.cast.length > 0
        ? season.cast.map((star) => ({ '@type': 'Person', name: starName(star), url: absolute(starPath(star.slug)) }))
        : undefined,
  }
}
