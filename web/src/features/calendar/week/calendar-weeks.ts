import { eventState } from '@hot/domain/calendar/on-air'
import type { CalendarEvent, CalendarPage } from '@hot/domain/contract/event'
import { addDays, type Day, daysBetween, todayInBerlin, weekOf } from '@hot/domain/time/berlin-time'
import { mondayOf } from '@hot/domain/time/berlin-week'

/** The list ends after this many empty weeks. */
const emptyWeeksToEnd = 4
/** The API accepts no later days (`isDay` in `domain`). */
const lastMonday = '2199-12-23'

type Items = Pick<CalendarPage, 'items'>

/** Monday of the week to load after the given pages, the last of which began on `monday`; undefined at the end. */
export function nextWeek(pages: readonly Items[], monday: Day): Day | undefined {
  const isEmpty = (page: Items, index: number) => {
    const start = addDays(monday, (index - pages.length + 1) * 7)
    return !page.items.some((event) => event.event_date >= start)
  }
  const empty = pages.map(isEmpty)
  if (empty.length >= emptyWeeksToEnd && empty.slice(-emptyWeeksToEnd).every(Boolean)) return undefined
  return monday >= lastMonday ? undefined : addDays(monday, 7)
}

/**
 * Number of weeks loaded with the page. At the weekend little is left of the week, and the browser would load the next
 * one immediately, together with the code for requests.
 */
export const firstWeeks = (day: Day): number => (daysBetween(mondayOf(day), day) < 5 ? 1 : 2)

export type CalendarDay = {
  day: Day
  events: CalendarEvent[]
  /** Began before midnight and still running. */
  overnight: CalendarEvent[]
}

/** Whether there is anything to watch, also what began the evening before. */
export const isBusy = ({ events, overnight }: CalendarDay): boolean => events.length + overnight.length > 0

/** The seven days from `monday` on with their events. `now`: epoch ms. */
export function daysOfWeek(monday: Day, items: readonly CalendarEvent[], now: number): CalendarDay[] {
  const today = todayInBerlin(now)
  const on = (day: Day) => items.filter((event) => event.event_date === day)
  return weekOf(monday).map((day) => ({
    day,
    events: on(day),
    overnight: day === today ? items.filter((event) => event.event_date < day && eventState(event, now) === 'now') : [],
  }))
}
