import { untoldKind } from '@hot/domain/calendar/event-kind'
import type { AdminCalendarItem } from '@hot/domain/contract/admin/calendar'
import type { Day } from '@hot/domain/time/berlin-time'
import { clock, longDay, monthTitle, shortWeekday, weekdayName } from '@hot/domain/time/german-date'
import Plus from 'lucide-react/icons/plus'
import Repeat2 from 'lucide-react/icons/repeat-2'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { MonthEvent, MonthGrid } from '#web/entities/event/month-grid.tsx'
import { WeekEvent, WeekGrid } from '#web/entities/event/week-grid.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'

type ViewProps = {
  days: Day[]
  items: AdminCalendarItem[]
  today: Day
  onOpen: (id: string) => void
  onAdd: (day: Day) => void
}

/** Seven columns, stacked on phones; each ends with a button for a new event. */
export function WeekView({ days, items, today, onOpen, onAdd }: ViewProps) {
  return (
    <WeekGrid
      days={days.map((day) => ({
        key: day,
        day: Number(day.slice(8)),
        name: day === today ? 'Heute' : weekdayName(day),
        today: day === today,
        events: items
          .filter((item) => item.event_date === day)
          .map((item) => <EventEntry key={item.id} item={item} onOpen={onOpen} />),
        action: (
          <Button small variant="quiet" className="event-add" onClick={() => onAdd(day)}>
            <Icon of={Plus} size={16} />
            Termin<VisuallyHidden> am {longDay(day)}</VisuallyHidden>
          </Button>
        ),
      }))}
    />
  )
}

type MonthViewProps = Omit<ViewProps, 'onAdd'> & {
  /** A day in the shown month. */
  day: Day
  onDay: (day: Day) => void
}

/** The month: pressing an event opens its form, pressing a day its week. Phones show the colours only. */
export function MonthView({ day, days, items, today, onOpen, onDay }: MonthViewProps) {
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
              <MonthEvent key={item.id} color={item.color ?? undefined} cancelled={item.is_cancelled}>
                <button type="button" className="month-open" onClick={() => onOpen(item.id)}>
                  {item.is_cancelled && <VisuallyHidden>Fällt aus: </VisuallyHidden>}
                  <span>{`${clock(item.event_time)} ${nameOf(item)}`}</span>
                </button>
              </MonthEvent>
            )),
        })),
      )}
    />
  )
}

export const nameOf = ({ short_name, format_name, title }: AdminCalendarItem): string =>
  short_name ?? format_name ?? title

/** `Finale · RTL · 120 Min. · Staffel 5, Folge 3 · Einzug` */
export function metaOf(item: AdminCalendarItem): string {
  const place = [
    item.season_number === null ? null : `Staffel ${item.season_number}`,
    item.episode_number === null ? null : `Folge ${item.episode_number}`,
  ].filter(Boolean)
  return [
    untoldKind(item),
    item.channel ?? item.streaming_platform,
    item.duration_minutes && `${item.duration_minutes} Min.`,
    place.join(', '),
    item.format_name && item.title !== item.format_name && item.title,
  ]
    .filter(Boolean)
    .join(' · ')
}

type EventEntryProps = { item: AdminCalendarItem; onOpen: (id: string) => void }

/** One broadcast in the week, as a button to its form. */
function EventEntry({ item, onOpen }: EventEntryProps) {
  return (
    <WeekEvent
      time={clock(item.event_time)}
      color={item.color ?? undefined}
      title={
        <button type="button" className="event-open" onClick={() => onOpen(item.id)}>
          {nameOf(item)}
        </button>
      }
      meta={
        <>
          {metaOf(item)}
          {item.in_series && (
            <span className="event-mark">
              <Icon of={Repeat2} size={16} /> Serie
            </span>
          )}
          {item.collides && (
            <span className="event-mark event-mark-warn">
              <Icon of={TriangleAlert} size={16} /> Doppelt belegt
            </span>
          )}
        </>
      }
      badge={
        item.is_cancelled ? <Badge kind="outline">Fällt aus</Badge> : item.is_live && <Badge kind="live">Live</Badge>
      }
      state={item.is_cancelled ? 'cancelled' : 'later'}
    />
  )
}
