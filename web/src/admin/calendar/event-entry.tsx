import type { AdminCalendarItem } from '@hot/domain/contract/admin/calendar'
import { clock } from '@hot/domain/time/german-date'
import { Repeat2, TriangleAlert } from 'lucide-react'
import { WeekEvent } from '#web/entities/event/week-grid.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Icon } from '#web/ui/media/icon.tsx'

export const nameOf = ({ short_name, format_name, title }: AdminCalendarItem): string =>
  short_name ?? format_name ?? title

/** `RTL · 120 Min. · Staffel 5, Folge 3 · Einzug` */
function metaOf(item: AdminCalendarItem): string {
  const place = [
    item.season_number === null ? null : `Staffel ${item.season_number}`,
    item.episode_number === null ? null : `Folge ${item.episode_number}`,
  ].filter(Boolean)
  return [
    item.channel ?? item.streaming_platform,
    item.duration_minutes && `${item.duration_minutes} Min.`,
    place.join(', '),
    item.format_name && item.title !== item.format_name && item.title,
  ]
    .filter(Boolean)
    .join(' · ')
}

type Props = { item: AdminCalendarItem; onOpen: (id: string) => void }

/** One broadcast in the week, as a button to its form. */
export function EventEntry({ item, onOpen }: Props) {
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
      badge={item.is_live && <Badge kind="live">Live</Badge>}
    />
  )
}
