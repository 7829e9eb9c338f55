import type { SeasonCard } from '@hot/domain/contract/format'
import { longDay } from '@hot/domain/time/german-date'

type Titled = Pick<SeasonCard, 'season_number' | 'title'>
type Named = { name: string }
type Dated = Pick<SeasonCard, 'start_date' | 'end_date'>

/**
 * A season's title beyond its number: `Island of Love`. Sources often include the format's name and the number
 * (`Survivor: Island of Love`, `Survivor: 49`); both are removed, because they are shown beside it. Null if nothing is
 * left.
 */
export function ownTitle({ season_number, title }: Titled, format: Named): string | null {
  const full = title?.trim() ?? ''
  const own = full.startsWith(format.name) ? full.slice(format.name.length).replace(/^[\s:–-]+/, '') : full
  const isNumber = own.replace(/^(Staffel|Season)\s+/i, '') === String(season_number)
  return own === '' || isNumber ? null : own
}

/** `Staffel 7`, or `Staffel 7 – Island of Love` if it has its own title. */
export function seasonTitle(season: Titled, format: Named): string {
  const own = ownTitle(season, format)
  return own ? `Staffel ${season.season_number} – ${own}` : `Staffel ${season.season_number}`
}

/** `30. August 2026 bis 2. November 2026`, `ab 30. August 2026`, `bis …`; null if no date is known. */
export function seasonDates({ start_date, end_date }: Dated): string | null {
  if (start_date && end_date) return start_date === end_date ? longDay(start_date) : span(start_date, end_date)
  if (start_date) return `ab ${longDay(start_date)}`
  return end_date ? `bis ${longDay(end_date)}` : null
}

/** Shows the year once if both dates share it. */
function span(start: string, end: string): string {
  const from = start.slice(0, 4) === end.slice(0, 4) ? longDay(start).slice(0, -5) : longDay(start)
  return `${from} bis ${longDay(end)}`
}

/** Longer names do not fit on a tile (characters). */
const maxTileName = 24

/** The name on a format tile: the short name if the full one is too long and a short one exists. */
export function tileName(name: string, shortName: string | null): string {
  return name.length > maxTileName && shortName ? shortName : name
}
