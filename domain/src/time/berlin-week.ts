import { addDays, type Day, daysBetween, weekOf } from './berlin-time.ts'
import { dayMonth, longDay } from './german-date.ts'

export const mondayOf = (day: Day): Day => weekOf(day)[0] ?? day

/** Week number by ISO 8601: a week belongs to the year of its Thursday. */
export function isoWeek(day: Day): number {
  const thursday = addDays(mondayOf(day), 3)
  return 1 + Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7)
}

/** `KW 47` */
export const weekName = (day: Day): string => `KW ${isoWeek(day)}`

/** `16. bis 22. November 2026`; a common month or year appears once. */
export function weekRange(day: Day): string {
  const monday = mondayOf(day)
  const sunday = addDays(monday, 6)
  return `${startOf(monday, sunday)} bis ${longDay(sunday)}`
}

/** `16. – 22. November`; the year only when the week spans two years. */
export function shortWeekRange(day: Day): string {
  const monday = mondayOf(day)
  const sunday = addDays(monday, 6)
  const turns = monday.slice(0, 4) !== sunday.slice(0, 4)
  return `${startOf(monday, sunday)} – ${turns ? longDay(sunday) : dayMonth(sunday)}`
}

function startOf(monday: Day, sunday: Day): string {
  if (monday.slice(0, 7) === sunday.slice(0, 7)) return `${Number(monday.slice(8))}.`
  return monday.slice(0, 4) === sunday.slice(0, 4) ? dayMonth(monday) : longDay(monday)
}
