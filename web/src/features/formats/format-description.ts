import type { FormatPage, SeasonPage } from '@hot/domain/contract/format'
import { longDay } from '@hot/domain/time/german-date'
import { seasonDates, seasonTitle } from '#web/entities/format/season-title.ts'

/** For search engines and previews. */
export function formatDescription(format: FormatPage): string {
  const channel = format.broadcaster ?? format.provider
  const where = channel ? ` bei ${channel.name}` : ''
  const next = format.next_episode ? ` Nächste Folge am ${longDay(format.next_episode.event_date)}.` : ''
  return `${format.name}${where}: Sendetermine, Staffeln und Stars.${next} ${format.description ?? ''}`
}

/** For search engines and previews. */
export function seasonDescription(season: SeasonPage): string {
  const dates = seasonDates(season)
  const when = dates ? `, ${dates}` : ''
  return `${season.format.name}, ${seasonTitle(season, season.format)}${when}: wer dabei ist, wie heiß und auf welchem Platz. ${season.description ?? ''}`
}
