import { type Day, daysBetween } from '@hot/domain/time/berlin-time'
import { dayMonth, weekdayDay, weekdayName } from '@hot/domain/time/german-date'

const near = new Map([
  [-1, 'Gestern'],
  [0, 'Heute'],
  [1, 'Morgen'],
])

/** Words of a day head: `Heute` and `Samstag, 21. November`, or `Montag` and `23. November`. The year when it is not this one. */
export function dayHeading(day: Day, today: Day): { title: string; date: string } {
  const year = day.slice(0, 4) === today.slice(0, 4) ? '' : ` ${day.slice(0, 4)}`
  const title = near.get(daysBetween(today, day))
  return title ? { title, date: weekdayDay(day) + year } : { title: weekdayName(day), date: dayMonth(day) + year }
}
