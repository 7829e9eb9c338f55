import type { CalendarEvent } from '@hot/domain/contract/event'
import { addMonths, type Day } from '@hot/domain/time/berlin-time'
import { clock, monthTitle } from '@hot/domain/time/german-date'
import { useSuspenseQuery } from '@tanstack/react-query'
import { eventFormatName } from '#web/entities/event/event-text.ts'
import { MonthEvent } from '#web/entities/event/month-grid.tsx'
import type { ViewProps } from '../api.ts'
import { isFiltered, monthQuery } from '../api.ts'
import { PeriodNav } from '../calendar-links.tsx'
import { useMinuteNow } from '../use-minute-now.ts'
import { eventsOn, MonthTable } from './month-table.tsx'

/** More would make one busy day stretch its whole week. */
const shownPerDay = 4

/** A month at a glance: colours on phones, names where there is room. A day leads to its list. */
export function CalendarMonth({ search, day, now: server }: ViewProps) {
  const now = useMinuteNow(server)
  const { items } = useSuspenseQuery(monthQuery(day, search)).data
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
