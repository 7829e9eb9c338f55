import type { AdminCalendarEvent, EventDraft, EventScope } from '@hot/domain/contract/admin/calendar'
import type { Day } from '@hot/domain/time/berlin-time'
import { clock, longDay, shortDay } from '@hot/domain/time/german-date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { calendarFailures, choicesQuery, collisionsQuery, deleteEvent, eventQuery, newEvent } from './api.ts'
import { emptyFields } from './event-draft.ts'
import { EventForm } from './event-form.tsx'

type EventDialogProps = {
  /** An id, or `neu`. */
  event: string
  /** The day a new one begins with. */
  day: Day
  onClose: () => void
  onDone: (text: string) => void
}

/** The form of an event over the calendar; its address is in the URL. */
export function EventDialog({ event, day, onClose, onDone }: EventDialogProps) {
  const isNew = event === newEvent
  return (
    <Dialog open onClose={onClose} title={isNew ? 'Neuer Termin' : 'Termin bearbeiten'} wide>
      <Loaded key={event} event={event} isNew={isNew} day={day} onDone={onDone} />
    </Dialog>
  )
}

function Loaded({ event, isNew, day, onDone }: Omit<EventDialogProps, 'onClose'> & { isNew: boolean }) {
  const choices = useQuery(choicesQuery)
  const stored = useQuery({ ...eventQuery(event), enabled: !isNew })
  if (choices.isError || stored.isError) {
    const again = () => {
      if (choices.isError) void choices.refetch()
      if (stored.isError) void stored.refetch()
    }
    return <ErrorState title="Der Termin konnte nicht geladen werden" onRetry={again} />
  }
  if (!choices.data || (!isNew && stored.data === undefined))
    return (
      <div role="status" aria-label="Wird geladen">
        <Skeleton className="h-96" />
      </div>
    )
  if (stored.data === null)
    return (
      <EmptyState
        emoji="🗓️"
        title="Diesen Termin gibt es nicht mehr."
        text="Schließ das Fenster und such ihn im Kalender."
      />
    )
  return <EventForm event={stored.data ?? null} start={emptyFields(day)} choices={choices.data} onDone={onDone} />
}

type DeleteEventProps = { event: AdminCalendarEvent; onDone: (text: string) => void }

/** For admins: asks once, with the number of episodes it means. */
export function DeleteEvent({ event, onDone }: DeleteEventProps) {
  const [open, setOpen] = useState(false)
  const [scope, setScope] = useState<EventScope>('this')
  const action = useAction(calendarFailures)
  const { series } = event
  const count = { this: 1, following: series?.following ?? 1, all: series?.episodes ?? 1 }[scope]
  const what = count === 1 ? 'den Termin' : `${count} Termine`
  const remove = () =>
    action.run(async () => {
      const { removed } = await deleteEvent(event.id, scope)
      onDone(removed === 1 ? 'Termin gelöscht' : `${removed} Termine gelöscht`)
    })
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Löschen
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Termin löschen"
        description={`${event.title} am ${longDay(event.event_date)}. Er verschwindet sofort aus dem Kalender und aus den Feeds.`}
      >
        {series && <ScopeChoice label="Was soll weg?" series={series} scope={scope} onChange={setScope} />}
        <FormFailure text={action.failure} />
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" disabled={action.busy} onClick={remove}>
            {action.busy ? 'Wird gelöscht …' : `Ja, ${what} löschen`}
          </Button>
          <Button onClick={() => setOpen(false)}>Behalten</Button>
        </div>
      </Dialog>
    </>
  )
}

type Series = NonNullable<AdminCalendarEvent['series']>
type ScopeChoiceProps = { label: string; series: Series; scope: EventScope; onChange: (scope: EventScope) => void }

/** Which episodes of a series an edit applies to. */
export function ScopeChoice({ label, series, scope, onChange }: ScopeChoiceProps) {
  const choices: [EventScope, string][] = [
    ['this', 'nur diese'],
    ['following', `diese und folgende (${series.following})`],
    ['all', `alle (${series.episodes})`],
  ]
  return (
    <Segmented label={label}>
      {choices.map(([value, text]) => (
        <button key={value} type="button" aria-pressed={value === scope} onClick={() => onChange(value)}>
          {text}
        </button>
      ))}
    </Segmented>
  )
}

/** Asks once typing rests. */
const waitMs = 400

/** Warns where something already runs on the channel. It does not forbid: plans change, and two may be wrong. */
export function CollisionNote({ draft }: { draft: EventDraft | null }) {
  const asked = useDebounced(draft && JSON.stringify(draft), waitMs)
  const rested: EventDraft | null = asked === null ? null : JSON.parse(asked)
  const { data, isError } = useQuery(collisionsQuery(rested))
  if (isError && rested) return <p className="meta">Ob sich etwas überschneidet, konnte nicht geprüft werden.</p>
  if (!data || data.count === 0 || !rested) return null
  return (
    <div role="status">
      <Note kind="warn">
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
      </Note>
    </div>
  )
}
