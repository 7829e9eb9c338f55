import { berlinDay, berlinInstant, berlinTime, type Day } from '../time/berlin-time.ts'
import { assumedEventMinutes } from './on-air.ts'

/** Length limits of the columns of calendar_events. */
export const eventTitleMax = 300
export const eventDescriptionMax = 5000
export const eventChannelMax = 100
export const eventNoteMax = 200
export const eventMinutesMax = 1440
export const eventNumberMax = 9999

const minute = 60_000
const hour = 60 * minute

/** Wall clock `HH:MM` in Berlin when a broadcast ends, across clock changes. Throws RangeError like `berlinInstant`. */
export function eventEndTime(day: Day, time: string, minutes: number | null): string {
  const end = berlinInstant(day, time).getTime() + (minutes ?? assumedEventMinutes) * minute
  return berlinTime(end).slice(0, 5)
}

/**
 * Whether a wall clock time does not exist because of the clock change in spring (`skipped`), or occurs `twice` in
 * autumn. Throws RangeError like `berlinInstant`.
 */
export function clockChangeAt(day: Day, time: string): 'skipped' | 'twice' | null {
  const at = berlinInstant(day, time).getTime()
  const wall = (instant: number) => `${berlinDay(instant)} ${berlinTime(instant)}`
  const wanted = `${day} ${time.length === 5 ? `${time}:00` : time}`
  if (wall(at) !== wanted) return 'skipped'
  return wall(at + hour) === wanted ? 'twice' : null
}
