import { addDays, addMonths, type Day, monthGrid, weekOf } from '@hot/domain/time/berlin-time'
import { mondayOf, weekName, weekRange } from '@hot/domain/time/berlin-week'
import { monthTitle } from '@hot/domain/time/german-date'
import type { AdminView } from './calendar-search.ts'

export type ShownPeriod = {
  title: string
  days: Day[]
  previous: Day
  next: Day
  previousName: string
  nextName: string
}

/** The week or the weeks of the month around a day, and the days that lead to the ones before and after. */
export function shownPeriod(view: AdminView, day: Day): ShownPeriod {
  if (view === 'monat') {
    const previous = addMonths(day, -1)
    const next = addMonths(day, 1)
    return {
      title: monthTitle(day),
      days: monthGrid(day).flat(),
      previous,
      next,
      previousName: monthTitle(previous),
      nextName: monthTitle(next),
    }
  }
  const monday = mondayOf(day)
  const previous = addDays(monday, -7)
  const next = addDays(monday, 7)
  return {
    title: `${weekName(day)} · ${weekRange(day)}`,
    days: weekOf(day),
    previous,
    next,
    previousName: weekName(previous),
    nextName: weekName(next),
  }
}
