import type { Day } from '@hot/domain/time/berlin-time'
import { clock, longDay, monthTitle, shortWeekday } from '@hot/domain/time/german-date'
import { MonthEvent, MonthGrid } from '#web/entities/event/month-grid.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { nameOf } from './event-entry.tsx'
import type { ViewProps } from './week-view.tsx'

type Props = Omit<ViewProps, 'onAdd'> & {
  /** A day of the month that is shown. */
  day: Day
  onDay: (day: Day) => void
}

/** The month: an event leads to its form, a day to its week. On phones there is room for the colours only. */
export function MonthView({ day, days, items, today, onOpen, onDay }: Props) {
  const weeks = Array.from({ length: days.length / 7 }, (_, index) => days.slice(index * 7, index * 7 + 7))
  return (
    <MonthGrid
      caption={monthTitle(day)}
      weekdays={(weeks[0] ?? []).map(shortWeekday)}
      weeks={weeks.map((week) =>
        week.map((one) => ({
          key: one,
          title: (
            <button type="button" onClick={() => onDay(one)}>
              {Number(one.slice(8))}
              <VisuallyHidden>{longDay(one).replace(/^\d+/, '')}</VisuallyHidden>
            </button>
          ),
          today: one === today,
          outside: one.slice(0, 7) !== day.slice(0, 7),
          events: items
            .filter((item) => item.event_date === one)
            .map((item) => (
              <MonthEvent key={item.id} color={item.color ?? undefined}>
                <button type="button" className="month-open" onClick={() => onOpen(item.id)}>
                  {clock(item.event_time)} {nameOf(item)}
                </button>
              </MonthEvent>
            )),
        })),
      )}
    />
  )
}
