import type { Day } from '@hot/domain/time/berlin-time'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { CalendarLink, searchOn } from './calendar-links.tsx'
import type { CalendarSearch } from './calendar-search.ts'

type Period = { day: Day; label: string }
type Props = { search: CalendarSearch; now: number; previous: Period; next: Period }

/** The periods before and after, by name. */
export function PeriodNav({ search, now, previous, next }: Props) {
  const look = buttonClass({ small: true })
  return (
    <nav className="mb-3 flex justify-between" aria-label="Blättern">
      <CalendarLink search={searchOn(search, previous.day, now)} className={look} rel="prev">
        <Icon of={ChevronLeft} />
        {previous.label}
      </CalendarLink>
      <CalendarLink search={searchOn(search, next.day, now)} className={look} rel="next">
        {next.label}
        <Icon of={ChevronRight} />
      </CalendarLink>
    </nav>
  )
}
