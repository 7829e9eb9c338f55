import { type Batch, batchNumbers } from '@hot/domain/calendar/batch'
import { eventKind, untoldKind } from '@hot/domain/calendar/event-kind'
import { eventOwnTitle } from '@hot/domain/calendar/event-name'
import { eventState } from '@hot/domain/calendar/on-air'
import type { CalendarEvent } from '@hot/domain/contract/event'
import { todayInBerlin } from '@hot/domain/time/berlin-time'
import { clock, dayLabel } from '@hot/domain/time/german-date'
import { Badge } from '#web/ui/data/stat.tsx'
import { Below, EventBadges, type EventListRowProps, EventRow, FileLink, FormatLink } from './event-row.tsx'

type Props = Omit<EventListRowProps, 'event'> & { batch: Batch<CalendarEvent> }

/** Episodes that begin together: one row that opens, in which each is named and has its .ics. */
export default function EventBatch({ batch, now, about, showDay, level = 3 }: Props) {
  const [first] = batch
  const state = eventState(first, now)
  const day = dayLabel(first.event_date, todayInBerlin(now))
  const numbers = batchNumbers(batch)
  const isOneLength = batch.every(({ duration_minutes }) => duration_minutes === first.duration_minutes)
  const season = first.season_number === null ? '' : `Staffel ${first.season_number}, `
  const kinds = new Set(batch.map((event) => eventKind(event)).filter(Boolean))
  return (
    <EventRow
      time={clock(first.event_time)}
      dateTime={`${first.event_date}T${clock(first.event_time)}`}
      duration={
        <Below
          event={isOneLength ? first : { ...first, duration_minutes: null }}
          day={showDay ? day : null}
          times={batch.length}
        />
      }
      color={first.format?.color}
      title={about ? numbers : <FormatLink event={first} />}
      meta={about === 'season' ? null : season + (about ? '' : numbers)}
      note={first.change_note}
      badges={
        <>
          <EventBadges event={{ ...first, event_type: 'episode' }} now={now} />
          {[...kinds].map((kind) => (
            <Badge key={kind}>{kind}</Badge>
          ))}
        </>
      }
      state={state}
      level={level}
    >
      <details className="mt-1">
        <summary className="link py-2">{`Alle ${batch.length} zeigen`}</summary>
        <ul>
          {batch.map((event) => (
            <li key={event.id} className="flex items-center justify-between gap-2 border-rule border-t text-small">
              <span>{nameIn(event)}</span>
              {(state === 'later' || state === 'now') && <FileLink event={event} day={day} />}
            </li>
          ))}
        </ul>
      </details>
    </EventRow>
  )
}

/** `Folge 8: Das große Finale`, `Folge 8 (Finale)` */
function nameIn(event: CalendarEvent): string {
  const own = eventOwnTitle(event)
  const kind = untoldKind(event)
  return `Folge ${event.episode_number}${own ? `: ${own}` : ''}${kind ? ` (${kind})` : ''}`
}
