import type { EventDraft } from '@hot/domain/contract/admin/calendar'
import { clock, shortDay } from '@hot/domain/time/german-date'
import { useQuery } from '@tanstack/react-query'
import { Callout } from '#web/ui/feedback/state.tsx'
import { useDebounced } from '#web/ui/forms/combobox.tsx'
import { collisionsQuery } from './api.ts'

/** Pause in typing before the request, in milliseconds. */
const waitMs = 400

/** Warns if the channel already has a broadcast at that time. It can be saved nevertheless: either entry may be wrong. */
export function CollisionCallout({ draft }: { draft: EventDraft | null }) {
  const asked = useDebounced(draft && JSON.stringify(draft), waitMs)
  const rested: EventDraft | null = asked === null ? null : JSON.parse(asked)
  const { data, isError } = useQuery(collisionsQuery(rested))
  if (isError && rested) return <p className="meta">Ob sich etwas überschneidet, konnte nicht geprüft werden.</p>
  if (!data || data.count === 0 || !rested) return null
  return (
    <div role="status">
      <Callout kind="warn">
        <p>
          <b>{data.count === 1 ? 'Überschneidung auf diesem Sender:' : `Überschneidungen an ${data.count} Tagen:`}</b>
        </p>
        <ul>
          {data.items.map((one) => (
            <li key={`${one.planned_day} ${one.id}`}>
              {shortDay(one.event_date)}, {clock(one.event_time)} bis {clock(one.ends)}: {one.name}
            </li>
          ))}
        </ul>
        <p>Speichern geht trotzdem.</p>
      </Callout>
    </div>
  )
}
