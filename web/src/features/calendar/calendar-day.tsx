import { todayInBerlin } from '@hot/domain/time/berlin-time'
import { DayHead } from '#web/ui/day-head.tsx'
import { dayHeading } from './calendar-period.ts'
import type { CalendarDay } from './calendar-weeks.ts'
import { EventListRow } from './event-row.tsx'

/** One day of the list. Its head sticks while its broadcasts are read. */
export function CalendarDaySection({ day, events, overnight, now }: CalendarDay & { now: number }) {
  const today = todayInBerlin(now)
  const { title, date } = dayHeading(day, today)
  return (
    <section aria-labelledby={`tag-${day}`}>
      <DayHead title={title} date={date} today={day === today} id={`tag-${day}`} />
      {overnight.map((event) => (
        <EventListRow key={event.id} event={event} now={now} showDay />
      ))}
      {events.map((event) => (
        <EventListRow key={event.id} event={event} now={now} />
      ))}
      {events.length + overnight.length === 0 && <p className="meta pb-3">Sendepause. Geh mal raus.</p>}
    </section>
  )
}
