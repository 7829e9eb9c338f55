import { type Day, todayInBerlin } from '@hot/domain/time/berlin-time'
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { CalendarSearch } from './calendar-search.ts'

/** Today has no date in the address, so that a kept link shows the day it is opened. */
export const searchOn = (search: CalendarSearch, day: Day, now: number): CalendarSearch => ({
  ...search,
  datum: day === todayInBerlin(now) ? undefined : day,
})

/** The router marks a link as current only when its whole address is the one shown. */
const exactly = { exact: true, includeSearch: true, explicitUndefined: true } as const

type Props = {
  search: CalendarSearch
  /** Marks the chosen one also where the address says it in other words. */
  current?: boolean | 'date'
  resetScroll?: boolean
  children: ReactNode
} & Pick<ComponentProps<'a'>, 'className' | 'rel' | 'aria-label'>

/** A link to another state of the calendar. */
export function CalendarLink({ search, current, resetScroll = false, children, ...rest }: Props) {
  return (
    <Link
      to="/kalender"
      search={search}
      activeOptions={exactly}
      aria-current={current || undefined}
      resetScroll={resetScroll}
      {...rest}
    >
      {children}
    </Link>
  )
}
