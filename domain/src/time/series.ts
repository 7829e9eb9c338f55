import { addDays, addMonths, type Day, isDay } from './berlin-time.ts'

export const seriesFrequencies = ['daily', 'weekly', 'biweekly', 'monthly'] as const
export type SeriesFrequency = (typeof seriesFrequencies)[number]
export const defaultSeriesFrequency: SeriesFrequency = 'weekly'
/** German names for forms. */
export const seriesFrequencyLabels: Readonly<Record<SeriesFrequency, string>> = {
  daily: 'täglich',
  weekly: 'wöchentlich',
  biweekly: 'alle zwei Wochen',
  monthly: 'monatlich',
}
/** More than any season has; with more episodes the year of the end date is probably a typo. */
export const maxSeriesEpisodes = 400

export type Series = { start: Day; until: Day | null; frequency?: SeriesFrequency }

/**
 * Days of the episodes of a series, from `start` to `until` inclusive; without an end date only `start`. A monthly
 * series keeps the day of the month, or takes the last day of shorter months (31 Jan., 28 Feb., 31 March). Throws
 * RangeError for an impossible day or more than `maxSeriesEpisodes`.
 */
export function seriesDays({ start, until, frequency = defaultSeriesFrequency }: Series): Day[] {
  if (!isDay(start) || (until !== null && !isDay(until))) throw new RangeError(`not a series: ${start} to ${until}`)
  if (until === null) return [start]
  const days: Day[] = []
  for (let day = start; day <= until; day = occurrence(start, frequency, days.length)) {
    if (days.length === maxSeriesEpisodes) throw new RangeError(`more than ${maxSeriesEpisodes} episodes`)
    days.push(day)
  }
  return days
}

const stepDays = { daily: 1, weekly: 7, biweekly: 14 } as const

/** Counted from the start, not from the previous episode: otherwise a short month would shift all later ones. */
function occurrence(start: Day, frequency: SeriesFrequency, index: number): Day {
  if (frequency !== 'monthly') return addDays(start, index * stepDays[frequency])
  const first = addMonths(start, index)
  const last = addDays(addMonths(first, 1), -1)
  const sameDate = first.slice(0, 8) + start.slice(8)
  return sameDate < last ? sameDate : last
}
