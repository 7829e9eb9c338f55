import { addDays, type Day } from '@hot/domain/time/berlin-time'
import { mondayOf, shortWeekRange } from '@hot/domain/time/berlin-week'
import { shortWeekday } from '@hot/domain/time/german-date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { Icon } from '#web/ui/media/icon.tsx'
import { useArrowFocus } from '../arrow-keys.ts'
import { CalendarLink, searchOn } from '../calendar-links.tsx'
import type { CalendarSearch } from '../calendar-search.ts'
import type { CalendarDay } from '../week/calendar-weeks.ts'
import { DayMark, DayStrip } from './day-strip.tsx'

type Props = { search: CalendarSearch; day: Day; week: CalendarDay[]; now: number }

/** The week above the list: a link for each day, and the weeks before and after. */
export function CalendarDaysNav({ search, day, week, now }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useArrowFocus(place)
  const monday = mondayOf(day)
  return (
    <div ref={place}>
      <div className="mb-1 flex items-center">
        <CalendarLink
          search={searchOn(search, addDays(monday, -7), now)}
          className="icon-btn"
          aria-label="Woche zurück"
          rel="prev"
        >
          <Icon of={ChevronLeft} />
        </CalendarLink>
        <p className="headline flex-1 text-center text-[18px]/[1.2]">{shortWeekRange(day)}</p>
        <CalendarLink
          search={searchOn(search, addDays(monday, 7), now)}
          className="icon-btn"
          aria-label="Woche vor"
          rel="next"
        >
          <Icon of={ChevronRight} />
        </CalendarLink>
      </div>
      <DayStrip>
        {week.map(({ day: one, events }) => (
          <CalendarLink key={one} search={searchOn(search, one, now)} current={one === day && 'date'}>
            <DayMark weekday={shortWeekday(one)} day={Number(one.slice(8))} busy={events.length > 0} />
          </CalendarLink>
        ))}
      </DayStrip>
    </div>
  )
}
