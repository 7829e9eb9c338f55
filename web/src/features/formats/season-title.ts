import { longDay } from '@hot/domain/german-date'
import type { SeasonCard } from '@hot/domain/wire/format'

type Titled = Pick<SeasonCard, 'season_number' | 'title'>
type Dated = Pick<SeasonCard, 'start_date' | 'end_date'>

/** `Staffel 7`, or `Staffel 7 – Island of Love` when it has a name of its own. */
export function seasonTitle({ season_number, title }: Titled): string {
  const number = `Staffel ${season_number}`
  return title && title !== number ? `${number} – ${title}` : number
}

/** `30. August 2026 bis 2. November 2026`, `ab 30. August 2026`, `bis …`; null while no day is known. */
export function seasonDates({ start_date, end_date }: Dated): string | null {
  if (start_date && end_date) return start_date === end_date ? longDay(start_date) : span(start_date, end_date)
  if (start_date) return `ab ${longDay(start_date)}`
  return end_date ? `bis ${longDay(end_date)}` : null
}

/** The year is said once when both days share it. */
function span(start: string, end: string): string {
  const from = start.slice(0, 4) === end.slice(0, 4) ? longDay(start).slice(0, -5) : longDay(start)
  return `${from} bis ${longDay(end)}`
}
