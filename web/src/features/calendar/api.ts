import { addDays, type Day, monthGrid } from '@hot/domain/time/berlin-time'
import { mondayOf } from '@hot/domain/time/berlin-week'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { CalendarSearch } from './search.ts'
import { nextWeek } from './week/calendar-weeks.ts'

/** Whether the URL has a filter. */
export const isFiltered = ({ sender, anbieter, format }: CalendarSearch): boolean =>
  Boolean(sender || anbieter || format)

/** Props of each calendar view; each view queries its broadcasts itself. */
export type ViewProps = {
  search: CalendarSearch
  day: Day
  /** Server time (epoch ms). */
  now: number
}

/** Filters as in the URL: slugs or ids. */
type CalendarFilter = Pick<CalendarSearch, 'sender' | 'anbieter' | 'format'>

const filterOf = ({ sender, anbieter, format }: CalendarFilter): CalendarFilter => ({ sender, anbieter, format })

const loadDays = (from: Day, to: Day, { sender, anbieter, format }: CalendarFilter, signal: AbortSignal) =>
  rpc(
    'calendar_page',
    { p_from: from, p_to: to, p_broadcaster: sender, p_provider: anbieter, p_format: format },
    signal,
  )

/**
 * The week of a day and the following ones: the week view shows the first page, the list continues from there.
 * Each page begins on the Sunday before its Monday, because broadcasts of that day may still be running.
 */
export const weeksQuery = (day: Day, filter: CalendarFilter) => {
  const first = mondayOf(day)
  return infiniteQueryOptions({
    queryKey: ['calendar', 'weeks', first, filterOf(filter)],
    queryFn: ({ pageParam: monday, signal }) => loadDays(addDays(monday, -1), addDays(monday, 6), filter, signal),
    initialPageParam: first,
    getNextPageParam: (_page, pages, monday) => nextWeek(pages, monday),
  })
}

/** All weeks that overlap the month of a day. */
export const monthQuery = (day: Day, filter: CalendarFilter) => {
  const days = monthGrid(day).flat()
  const from = days[0] ?? day
  const to = days.at(-1) ?? day
  return queryOptions({
    queryKey: ['calendar', 'month', from, filterOf(filter)],
    queryFn: ({ signal }) => loadDays(from, to, filter, signal),
  })
}
