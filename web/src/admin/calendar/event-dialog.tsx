import {
  draftOf,
  emptyFields,
  fieldsOf,
  formatChosen,
  formOf,
  isUnchanged,
  storedEvent,
} from '@hot/domain/calendar/event-draft'
import type { EventFields } from '@hot/domain/calendar/event-form'
import { calendarSentences } from '@hot/domain/calendar/refusals'
import type { AdminCalendarChoices, AdminCalendarEvent, EventScope } from '@hot/domain/contract/admin/calendar'
import { type Day, isDay } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Segmented } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useStaff } from '../kit/access.tsx'
import { whoChanged } from '../kit/conflict/use-conflict.ts'
import { binNote } from '../kit/dialogs.tsx'
import { ConflictOf, EntityForm, useEntityForm } from '../kit/entity-form.tsx'
import { useWrite } from '../kit/write.ts'
import { calendarFailures, choicesQuery, deleteEvent, eventQuery, newEvent, readEvent, saveEvent } from './api.ts'
import { CollisionCallout } from './collision-callout.tsx'
import { EventWhatFields, EventWhenFields, EventWhereFields, eventTexts, SeriesFields } from './event-form-fields.tsx'

type EventDialogProps = {
  /** An id, or `neu`. */
  event: string
  /** Initial day of a new event. */
  day: Day
  /** Format of a new event, with its season or the latest. */
  format?: string | undefined
  season?: string | undefined
  onClose: () => void
  /** `day`: where to find what was saved. */
  onDone: (text: string, day?: Day) => void
}

/** The form of an event, over the calendar; the URL names the event. */
export function EventDialog({ event, onClose, ...start }: EventDialogProps) {
  const isNew = event === newEvent
  return (
    <Dialog open onClose={onClose} title={isNew ? 'Neuer Termin' : 'Termin bearbeiten'} wide>
      <Loaded key={event} event={event} isNew={isNew} {...start} />
    </Dialog>
  )
}

type LoadedProps = Omit<EventDialogProps, 'onClose'> & { isNew: boolean }

function Loaded({ event, isNew, day, format, season, onDone }: LoadedProps) {
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
        title={calendarSentences.target_gone}
        text="Schließ das Fenster und such ihn im Kalender."
      />
    )
  const empty = emptyFields(day)
  const chosen = format && formatChosen(empty, format, choices.data)
  const start = { ...empty, ...chosen, ...(chosen && season && { seasonId: season }) }
  return <EventForm event={stored.data ?? null} start={start} choices={choices.data} onDone={onDone} />
}

type EventFormProps = {
  /** null: a new one, starting from `start`. */
  event: AdminCalendarEvent | null
  start: EventFields
  choices: AdminCalendarChoices
  /** `text` says what happened, `day` where to find it. */
  onDone: (text: string, day?: Day) => void
}

/** The form of one event or series. Keeps what was typed when saving fails. */
function EventForm({ event: given, start, choices, onDone }: EventFormProps) {
  // The version the form was opened with, so that the database detects changes by others.
  const [event, setEvent] = useState(given)
  const { isAdmin } = useStaff()
  const [scope, setScope] = useState<EventScope>('this')
  const form = useEntityForm({
    schema: formOf(event, scope),
    initial: event ? fieldsOf(event) : start,
    save: async (fields) => {
      const draft = draftOf(fields, event, scope)
      return draft && !isUnchanged(draft) ? await saveEvent(draft) : null
    },
    onSaved: (answer, { day }) =>
      answer
        ? onDone(savedText(answer.saved, answer.removed), isDay(day) ? day : undefined)
        : onDone('Nichts geändert'),
    refusals: calendarFailures,
    shared: {
      texts: eventTexts(choices),
      stored: storedEvent,
      load: async () => {
        const now = event && (await readEvent(event.id))
        if (!now) return null
        const by = await whoChanged('calendar_event', now.id, now.updated_at)
        return { fields: fieldsOf(now), at: now.updated_at, by, take: () => void setEvent(now) }
      },
    },
  })
  const draft = draftOf(form.watch(), event, scope)
  const inSeries = event?.series ?? null
  return (
    <EntityForm form={form} className="grid gap-4">
      {inSeries && (
        <div className="grid justify-items-start gap-2">
          <p className="text-small">Gehört zu einer Serie. Was soll sich ändern?</p>
          <ScopeChoice label="Was soll sich ändern?" series={inSeries} scope={scope} onChange={setScope} />
        </div>
      )}
      <EventWhatFields form={form} choices={choices} isNew={event === null} />
      <EventWhenFields form={form} />
      {(!inSeries || scope !== 'this') && <SeriesFields form={form} fixed={inSeries !== null} />}
      <EventWhereFields form={form} choices={choices} isNew={event === null} />
      <CollisionCallout draft={isUnchanged(draft) ? null : draft} />
      <ConflictOf form={form} />
      <FormFailure text={form.action.failure} />
      <div className="event-actions">
        <Button type="submit" variant="hot" busy={form.action.busy}>
          {form.action.busy ? 'Wird gespeichert …' : 'Speichern'}
        </Button>
        {event && isAdmin && <DeleteEvent event={event} onDone={onDone} />}
      </div>
    </EntityForm>
  )
}

function savedText(saved: number, removed: number): string {
  const done = saved === 1 ? 'Termin gespeichert' : `${saved} Termine gespeichert`
  return removed === 0 ? done : `${done}, ${removed} gelöscht`
}

type DeleteEventProps = { event: AdminCalendarEvent; onDone: (text: string) => void }

/** For admins: deletes after one confirmation, which shows the number of affected episodes. */
function DeleteEvent({ event, onDone }: DeleteEventProps) {
  const [open, setOpen] = useState(false)
  const [scope, setScope] = useState<EventScope>('this')
  const deletion = useWrite(() => deleteEvent(event.id, scope), {
    refusals: calendarFailures,
    onDone: ({ removed }) => onDone(removed === 1 ? 'Termin gelöscht' : `${removed} Termine gelöscht`),
  })
  const { series } = event
  const count = { this: 1, following: series?.following ?? 1, all: series?.episodes ?? 1 }[scope]
  const what = count === 1 ? 'den Termin' : `${count} Termine`
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Löschen
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Termin löschen"
        description={`${event.title} am ${longDay(event.event_date)}. Er verschwindet sofort aus dem Kalender und aus den Feeds. ${binNote}`}
      >
        {series && <ScopeChoice label="Was soll weg?" series={series} scope={scope} onChange={setScope} />}
        <FormFailure text={deletion.failure} />
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" busy={deletion.busy} onClick={() => void deletion.run()}>
            {deletion.busy ? 'Wird gelöscht …' : `Ja, ${what} löschen`}
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
function ScopeChoice({ label, series, scope, onChange }: ScopeChoiceProps) {
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
