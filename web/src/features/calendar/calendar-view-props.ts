import type { Day } from '@hot/domain/time/berlin-time'
import type { CalendarSearch } from './calendar-search.ts'

/** What each view of the calendar is given; its broadcasts it reads itself. */
export type ViewProps = {
  search: CalendarSearch
  day: Day
  /** Milliseconds, given by the server. */
  now: number
}
