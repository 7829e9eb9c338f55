import { todayInBerlin } from '@hot/domain/time/berlin-time'
import { EventListRow } from '#web/entities/event/event-row.tsx'
import type { CalendarDay } from '../week/calendar-weeks.ts'
import { dayHeading } from './calendar-period.ts'
import { DayHead } from './day-header.tsx'

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
