import { berlinDay, berlinTime, type Day, daysBetween, type Instant, weekdayIndex } from './berlin-time.ts'

// Names are spelled out, because Intl's differ between server and browsers ("Do" or "Do.", "Sep" or "Sept."), and a
// different text is an error on hydration. Creating formatters would also delay the start.
const weekdays = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag']
const months = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
]
const shortMonths = ['Jan.', 'Feb.', 'März', 'Apr.', 'Mai', 'Juni', 'Juli', 'Aug.', 'Sept.', 'Okt.', 'Nov.', 'Dez.']

/** `Donnerstag` */
export function weekdayName(day: Day): string {
  return weekdays[weekdayIndex(day)] ?? ''
}

/** `Do` */
export function shortWeekday(day: Day): string {
  return weekdayName(day).slice(0, 2)
}

/** `Do, 19. Nov.` */
export function shortDay(day: Day): string {
  const { date, month } = partsOf(day)
  return `${shortWeekday(day)}, ${date}. ${shortMonths[month]}`
}

/** `Donnerstag, 19. November` */
export function weekdayDay(day: Day): string {
  const { date, month } = partsOf(day)
  return `${weekdayName(day)}, ${date}. ${months[month]}`
}

/** `21. November 2026` */
export function longDay(day: Day): string {
  const { date, month, year } = partsOf(day)
  return `${date}. ${months[month]} ${year}`
}

/** `21. November` */
export function dayMonth(day: Day): string {
  return longDay(day).slice(0, -5)
}

/** `November 2026` */
export function monthTitle(day: Day): string {
  const { month, year } = partsOf(day)
  return `${months[month]} ${year}`
}

/** `20:15` of `20:15:00` */
export function clock(time: string): string {
  return time.slice(0, 5)
}

/** `21. November 2026, 15:04 Uhr`, Berlin time. */
export function longDateTime(instant: Instant): string {
  return `${longDay(berlinDay(instant))}, ${clock(berlinTime(instant))} Uhr`
}

/** `Mo 20:15` */
export function weekdayTime(day: Day, time: string): string {
  return `${shortWeekday(day)} ${clock(time)}`
}

/** `gestern`, `heute`, `morgen`, else `Do, 19. Nov.`; with the year when it is not the current one. */
export function dayLabel(day: Day, today: Day): string {
  const near = new Map([
    [-1, 'gestern'],
    [0, 'heute'],
    [1, 'morgen'],
  ]).get(daysBetween(today, day))
  if (near) return near
  return day.slice(0, 4) === today.slice(0, 4) ? shortDay(day) : `${shortDay(day)} ${day.slice(0, 4)}`
}

/** When an episode starts: `heute 20:15`, `morgen 20:15`, `Mo 20:15` within a week, else `Do, 19. Nov., 20:15`. */
export function upcomingLabel(day: Day, time: string, today: Day): string {
  const distance = daysBetween(today, day)
  if (distance === 0 || distance === 1) return `${dayLabel(day, today)} ${clock(time)}`
  if (distance > 1 && distance < 7) return weekdayTime(day, time)
  return `${dayLabel(day, today)}, ${clock(time)}`
}

function partsOf(day: Day): { year: number; month: number; date: number } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { year, month: month - 1, date }
}
