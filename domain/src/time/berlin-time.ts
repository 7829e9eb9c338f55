const hour = 3_600_000
const march = 2

/**
 * UTC offset of Berlin at an instant, in milliseconds: two hours from the last Sunday of March to the last Sunday of
 * October (of September before 1996), both at 01:00 UTC (directive 2000/84/EC), otherwise one. Exact from 1981 on; one
 * hour for earlier instants.
 *
 * `Intl.DateTimeFormat` gives the same, but creating the first formatter takes more than 100 ms on a phone.
 */
export function berlinOffset(at: number): number {
  const year = new Date(at).getUTCFullYear()
  if (year < 1981) return hour
  const summer = at >= lastSunday(year, march) && at < lastSunday(year, year < 1996 ? 8 : 9)
  return summer ? 2 * hour : hour
}

/** 01:00 UTC on the last Sunday of a month (0 = January). */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1))
  return last.setUTCDate(last.getUTCDate() - last.getUTCDay())
}

// Arithmetic on days uses UTC: local Dates would involve the device's time zone.

/** A calendar date `YYYY-MM-DD`; in HoT always a day in Berlin. */
export type Day = string
/** A point in time: Date, milliseconds since 1970, or ISO 8601 text, which is UTC when it has no offset. */
export type Instant = Date | number | string

const dayLength = 24 * 60 * 60_000
/** Start of an event without a time: the beginning of prime time. */
export const defaultEventTime = '20:15:00'

/** Day in Berlin at that instant. Throws RangeError for an invalid one. */
export function berlinDay(instant: Instant): Day {
  return berlinClock(instant).slice(0, 10)
}

/** Wall clock `HH:MM:SS` in Berlin at that instant. Throws RangeError for an invalid one. */
export function berlinTime(instant: Instant): string {
  return berlinClock(instant).slice(11, 19)
}

export function todayInBerlin(now: Instant): Day {
  return berlinDay(now)
}

/**
 * Instant of a wall clock time (`HH:MM` or `HH:MM:SS`) in Berlin. A time that does not exist in spring is moved forward
 * by an hour (02:30 → 03:30); of a time that occurs twice in autumn the first is taken (summer time). Both as with
 * Temporal's `disambiguation: 'compatible'`. Throws RangeError for an impossible day or time.
 */
export function berlinInstant(day: Day, time: string): Date {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`)
  if (!/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time)) throw new RangeError(`not a time of day: ${time}`)
  const wall = Date.parse(`${day}T${time}Z`)
  const before = berlinOffset(wall - dayLength)
  const after = berlinOffset(wall + dayLength)
  const fits = (offset: number) => berlinOffset(wall - offset) === offset
  return new Date(wall - (!fits(before) && fits(after) ? after : before))
}

/** Whether a text is an existing date `YYYY-MM-DD` from 1900 to 2199; other years are typos or attacks. */
export function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && dayOf(at) === text
}

/** The day `count` days later (earlier when negative). */
export function addDays(day: Day, count: number): Day {
  return dayOf(new Date(utc(day) + count * dayLength))
}

/** Whole days from one day to another, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((utc(to) - utc(from)) / dayLength)
}

/** The seven days of the week that contains `day`, Monday first. */
export function weekOf(day: Day): Day[] {
  const monday = addDays(day, -weekdayIndex(day))
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index))
}

/** 0 = Monday … 6 = Sunday. */
export function weekdayIndex(day: Day): number {
  return (new Date(utc(day)).getUTCDay() + 6) % 7
}

/** The 4 to 6 weeks (Monday first) with days of the month of `day`, including days of the months before and after. */
export function monthGrid(day: Day): Day[][] {
  const month = day.slice(0, 7)
  const weeks: Day[][] = []
  for (let week = weekOf(`${month}-01`); weeks.length === 0 || week[0]?.startsWith(month); week = nextWeek(week)) {
    weeks.push(week)
  }
  return weeks
}

/** First day of the month `count` months later. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return dayOf(new Date(Date.UTC(year, month - 1 + count, 1)))
}

/** Years since a birthday, on a day in Berlin. Whoever was born on 29 February is a year older on 1 March. */
export function ageOn(birthdate: Day, today: Day): number {
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return today.slice(5) < birthdate.slice(5) ? years - 1 : years
}

/** `HH:MM:SS` of a typed time (`20:15:30`, `20:15`, `20.15`, `2015`, `8.5`, `20 Uhr`); null if it is not a time. */
export function readEventTime(text: string): string | null {
  const loose = text.trim().replace(/\s*(uhr|h)$/i, '')
  const match =
    /^(\d{1,2}?)(\d\d)(\d\d)?$/.exec(/^\d{3,4}$|^\d{6}$/.test(loose) ? loose : '') ??
    /^(\d{1,2})(?:\s*[:.]+\s*(\d{1,2}))?(?:\s*[:.]+\s*(\d{1,2}))?$/.exec(loose)
  if (!match) return null
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0))
  if (hours > 23 || minutes > 59 || seconds > 59) return null
  return [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Milliseconds since 1970. ISO text without an offset is UTC, whereas `Date.parse` would take this machine's time. */
export function epochOf(instant: Instant): number {
  if (typeof instant !== 'string') return Number(instant)
  const hasOffset = /(z|[+-]\d\d(:?\d\d)?)$/i.test(instant) || !instant.includes('T')
  return Date.parse(hasOffset ? instant : `${instant}Z`)
}

/** ISO 8601 text of the wall clock time in Berlin; its `Z` is to be ignored. */
function berlinClock(instant: Instant): string {
  const at = epochOf(instant)
  return new Date(at + berlinOffset(at)).toISOString()
}

function nextWeek(week: Day[]): Day[] {
  return week.map((day) => addDays(day, 7))
}

function utc(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function dayOf(at: Date): Day {
  return at.toISOString().slice(0, 10)
}
