import { type Day, todayInBerlin } from '@hot/domain/time/berlin-time'
import { Link } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import type { CalendarSearch } from './search.ts'

/** The search params for a day. Today has no date in the URL, so that a bookmark always shows the current day. */
export const searchOn = (search: CalendarSearch, day: Day, now: number): CalendarSearch => ({
  ...search,
  datum: day === todayInBerlin(now) ? undefined : day,
})

/** The router then marks a link as current only if its whole URL matches. */
const exactly = { exact: true, includeSearch: true, explicitUndefined: true } as const

type CalendarLinkProps = {
  search: CalendarSearch
  /** Marks the link as current also where its URL expresses the current state differently. */
  current?: boolean | 'date'
  resetScroll?: boolean
  children: ReactNode
} & Pick<ComponentProps<'a'>, 'className' | 'rel' | 'aria-label'>

/** A link to another state of the calendar, of which there are too many for crawlers (docs/product/pages.md). */
export function CalendarLink({ search, current, resetScroll = false, rel, children, ...rest }: CalendarLinkProps) {
  return (
    <Link
      to="/kalender"
      search={search}
      activeOptions={exactly}
      aria-current={current || undefined}
      resetScroll={resetScroll}
      {...rest}
      rel={rel ? `${rel} nofollow` : 'nofollow'}
    >
      {children}
    </Link>
  )
}

type Period = { day: Day; label: string }
type PeriodNavProps = {
  search: CalendarSearch
  now: number
  previous: Period
  next: Period
  /** What is shown, between the links on phones; elsewhere the head says it. */
  shown: string
}

/** Links to the previous and next period, on phones without their visible names. */
export function PeriodNav({ search, now, previous, next, shown }: PeriodNavProps) {
  const className = classNames(buttonClass({ small: true }), 'period-link')
  return (
    <nav className="mb-3 flex items-center justify-between max-lg:mb-1" aria-label="Blättern">
      <CalendarLink search={searchOn(search, previous.day, now)} className={className} rel="prev">
        <Icon of={ChevronLeft} />
        <span className="max-lg:sr-only">{previous.label}</span>
      </CalendarLink>
      <p className="headline text-[1.25rem]/[1.2] lg:hidden">{shown}</p>
      <CalendarLink search={searchOn(search, next.day, now)} className={className} rel="next">
        <span className="max-lg:sr-only">{next.label}</span>
        <Icon of={ChevronRight} />
      </CalendarLink>
    </nav>
  )
}
