import { isDay } from '@hot/domain/time/berlin-time'
import { choiceParam, patternParam, uuidPattern } from '@hot/domain/url/search-param'

const adminViews = ['woche', 'monat'] as const
export type AdminView = (typeof adminViews)[number]

export type AdminCalendarSearch = {
  ansicht?: AdminView | undefined
  /** Without it: today in Berlin. */
  datum?: string | undefined
  /** Ids: the admin calendar also knows what is not active. */
  sender?: string | undefined
  format?: string | undefined
  /** The open form: an event's id, or `neu` on `datum`. */
  termin?: string | undefined
}

export const newEvent = 'neu'

export const adminCalendarSearch = (given: Record<string, unknown>): AdminCalendarSearch => ({
  ansicht: choiceParam(given.ansicht, adminViews),
  datum: typeof given.datum === 'string' && isDay(given.datum) ? given.datum : undefined,
  sender: patternParam(given.sender, uuidPattern),
  format: patternParam(given.format, uuidPattern),
  termin: given.termin === newEvent ? newEvent : patternParam(given.termin, uuidPattern),
})
