import { draftOf, fieldsOf, formOf, isIdle } from '@hot/domain/calendar/event-draft'
import type { EventFields } from '@hot/domain/calendar/event-form'
import type { AdminCalendarChoices, AdminCalendarEvent, EventScope } from '@hot/domain/contract/admin/calendar'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { useStaff } from '../kit/access.tsx'
import { EntityForm, useEntityForm } from '../kit/entity-form.tsx'
import { calendarFailures, saveEvent } from './api.ts'
import { CollisionNote } from './collision-callout.tsx'
import { DeleteEvent, ScopeChoice } from './delete-event.tsx'
import { EventWhatFields, EventWhenFields, EventWhereFields, SeriesFields } from './event-form-fields.tsx'

type Props = {
  /** null: a new one, beginning with `start`. */
  event: AdminCalendarEvent | null
  start: EventFields
  choices: AdminCalendarChoices
  /** `text` says what happened. */
  onDone: (text: string) => void
}

/** One event or series. What is typed stays when saving fails. */
export function EventForm({ event, start, choices, onDone }: Props) {
  const { isAdmin } = useStaff()
  const [scope, setScope] = useState<EventScope>('this')
  const form = useEntityForm({
    schema: formOf(event, scope),
    initial: event ? fieldsOf(event) : start,
    save: async (fields) => {
      const draft = draftOf(fields, event, scope)
      return draft && !isIdle(draft) ? await saveEvent(draft) : null
    },
    onSaved: (answer) => onDone(answer ? savedText(answer.saved, answer.removed) : 'Nichts geändert'),
    refusals: calendarFailures,
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
      <EventWhereFields form={form} choices={choices} />
      <CollisionNote draft={isIdle(draft) ? null : draft} />
      <FormFailure text={form.action.failure} />
      <div className="event-actions">
        <Button type="submit" variant="hot" disabled={form.action.busy}>
          {form.action.busy ? 'Wird gespeichert …' : 'Speichern'}
        </Button>
        {event && isAdmin && <DeleteEvent event={event} onDone={onDone} />}
      </div>
    </EntityForm>
  )
}

function savedText(saved: number, removed: number): string {
  const kept = saved === 1 ? 'Termin gespeichert' : `${saved} Termine gespeichert`
  return removed === 0 ? kept : `${kept}, ${removed} gelöscht`
}
