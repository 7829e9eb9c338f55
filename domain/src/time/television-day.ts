import { addDays, berlinTime, type Day, type Instant, todayInBerlin } from './berlin-time.ts'

/** Until this wall clock time broadcasts belong to the evening before. `private.television_day()` has the same bound. */
const dayBegins = '05:00:00'

/**
 * The television day at an instant, from 05:00 to 05:00 in Berlin. "Heute" always means the calendar day; between
 * midnight and five the two differ (`night`), and the television day is called by another name.
 */
export function televisionDay(now: Instant): { day: Day; night: boolean } {
  const today = todayInBerlin(now)
  const night = berlinTime(now) < dayBegins
  return { day: night ? addDays(today, -1) : today, night }
}

/** Title of the television day's programme. `goesOn`: some of it is running or still to come. */
export function televisionTitle(now: Instant, goesOn: boolean): string {
  if (!televisionDay(now).night) return 'Heute im TV'
  return goesOn ? 'Heute Nacht im TV' : 'Gestern lief'
}
