import type { AdminCalendarItem } from '@hot/domain/contract/admin/calendar'
import type { Day } from '@hot/domain/time/berlin-time'
import { longDay, weekdayName } from '@hot/domain/time/german-date'
import { Plus } from 'lucide-react'
import { WeekGrid } from '#web/entities/event/week-grid.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { EventEntry } from './event-entry.tsx'

export type ViewProps = {
  days: Day[]
  items: AdminCalendarItem[]
  today: Day
  onOpen: (id: string) => void
  onAdd: (day: Day) => void
}

/** Seven columns, on phones one day below the other; each ends with the way to a new event. */
export function WeekView({ days, items, today, onOpen, onAdd }: ViewProps) {
  return (
    <WeekGrid
      days={days.map((day) => ({
        key: day,
        day: Number(day.slice(8)),
        name: day === today ? 'Heute' : weekdayName(day),
        today: day === today,
        events: [
          ...items
            .filter((item) => item.event_date === day)
            .map((item) => <EventEntry key={item.id} item={item} onOpen={onOpen} />),
          <Button key="add" small variant="quiet" className="event-add" onClick={() => onAdd(day)}>
            <Icon of={Plus} size={16} />
            Termin<VisuallyHidden> am {longDay(day)}</VisuallyHidden>
          </Button>,
        ],
      }))}
    />
  )
}
