import type { CalendarEvent } from '@hot/domain/contract/event'
import { type Day, monthGrid, todayInBerlin } from '@hot/domain/time/berlin-time'
import { longDay, monthTitle, shortWeekday } from '@hot/domain/time/german-date'
import { type ReactNode, useRef } from 'react'
import { MonthGrid } from '#web/entities/event/month-grid.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import type { ViewProps } from '../api.ts'
import { useArrowFocus } from '../arrow-keys.ts'
import { CalendarLink, searchOn } from '../calendar-links.tsx'

export const eventsOn = (items: readonly CalendarEvent[], day: Day) => items.filter((event) => event.event_date === day)

type TableProps = ViewProps & { events: (day: Day) => ReactNode }

/** The grid of a month whose days are links; what stands in them is the caller's. */
export function MonthTable({ search, day, now, events }: TableProps) {
  const place = useRef<HTMLDivElement>(null)
  useArrowFocus(place)
  const weeks = monthGrid(day)
  const today = todayInBerlin(now)
  return (
    <div ref={place}>
      <MonthGrid
        caption={monthTitle(day)}
        weekdays={(weeks[0] ?? []).map(shortWeekday)}
        weeks={weeks.map((week) =>
          week.map((one) => ({
            key: one,
            title: (
              <CalendarLink search={searchOn({ ...search, ansicht: 'liste' }, one, now)} resetScroll>
                {Number(one.slice(8))}
                <VisuallyHidden>{longDay(one).replace(/^\d+/, '')}</VisuallyHidden>
              </CalendarLink>
            ),
            today: one === today,
            outside: one.slice(0, 7) !== day.slice(0, 7),
            events: [events(one)],
          })),
        )}
      />
    </div>
  )
}
