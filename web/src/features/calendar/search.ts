import { isDay } from '@hot/domain/time/berlin-time'
import { choiceParam, patternParam } from '@hot/domain/url/search-param'

const views = ['liste', 'woche', 'monat'] as const
const key = /^[a-z0-9-]{1,80}$/

export type CalendarView = (typeof views)[number]
export type CalendarSearch = {
  /** By default the list on phones, the week on wide screens. */
  ansicht?: CalendarView | undefined
  /** A day (`2026-11-21`); today in Berlin by default and for invalid dates. */
  datum?: string | undefined
  /** Slug or id. */
  sender?: string | undefined
  anbieter?: string | undefined
  format?: string | undefined
}

/** Search params from the URL, with defaults for invalid values. */
export const calendarSearch = (given: Record<string, unknown>): CalendarSearch => ({
  ansicht: choiceParam(given.ansicht, views),
  datum: typeof given.datum === 'string' && isDay(given.datum) ? given.datum : undefined,
  sender: patternParam(given.sender, key),
  anbieter: patternParam(given.anbieter, key),
  format: patternParam(given.format, key),
})
