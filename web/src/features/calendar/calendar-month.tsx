import { addMonths, type Day, monthGrid, todayInBerlin } from '@hot/domain/berlin-time'
import { clock, longDay, monthTitle, shortWeekday } from '@hot/domain/german-date'
import type { CalendarEvent } from '@hot/domain/wire/event'
import { type ReactNode, useRef } from 'react'
import { MonthEvent, MonthGrid } from '#web/ui/month-grid.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { useArrowFocus } from './arrow-keys.ts'
import { CalendarLink, searchOn } from './calendar-links.tsx'
import { type CalendarSearch, isFiltered } from './calendar-search.ts'
import { eventFormatName } from './event-text.ts'
import { PeriodNav } from './period-nav.tsx'

/** More would make one busy day stretch its whole week. */
const shownPerDay = 4

type Props = { search: CalendarSearch; day: Day; items: CalendarEvent[]; now: number }

/** A month at a glance: colours on phones, names where there is room. A day leads to its list. */
export function CalendarMonth({ search, day, items, now }: Props) {
  const before = addMonths(day, -1)
  const after = addMonths(day, 1)
  return (
    <>
      <PeriodNav
        search={search}
        now={now}
        previous={{ day: before, label: monthName(before) }}
        next={{ day: after, label: monthName(after) }}
      />
      <MonthTable search={search} day={day} now={now} events={(one) => <DayEvents items={eventsOn(items, one)} />} />
      {items.length === 0 && (
        <p className="mt-4 text-ink-2">
          {isFiltered(search) ? 'In diesem Monat ist nichts dabei.' : 'Sendepause. Geh mal raus.'}
        </p>
      )}
    </>
  )
}

/** Without the year, which the head of the page says: two full titles do not fit a small phone. */
const monthName = (day: Day): string => monthTitle(day).slice(0, -5)

export const eventsOn = (items: readonly CalendarEvent[], day: Day) => items.filter((event) => event.event_date === day)

type TableProps = Omit<Props, 'items'> & { events: (day: Day) => ReactNode }

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

function DayEvents({ items }: { items: CalendarEvent[] }) {
  const more = items.length - shownPerDay
  return (
    <>
      {items.slice(0, more > 0 ? shownPerDay - 1 : shownPerDay).map((event) => (
        <MonthEvent key={event.id} color={event.format?.color}>
          {clock(event.event_time)} {event.format?.short_name ?? eventFormatName(event) ?? event.title}
        </MonthEvent>
      ))}
      {more > 0 && <span className="mt-1 block pl-2 text-ink-3">+{more + 1}</span>}
    </>
  )
}
