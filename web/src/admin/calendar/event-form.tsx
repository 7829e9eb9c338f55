import type { AdminCalendarChoices, AdminCalendarEvent, EventScope } from '@hot/domain/contract/admin/calendar'
import { type FormEvent, useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { UnsavedGuard } from '#web/ui/forms/unsaved-guard.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { useUnsaved } from '#web/ui/forms/use-unsaved.ts'
import { useStaff } from '../kit/access.tsx'
import { calendarFailures, saveEvent } from './api.ts'
import { CollisionNote, DeleteEvent, ScopeChoice } from './event-dialog.tsx'
import { draftOf, type EventFields, fieldsOf, isIdle, mistakesOf } from './event-draft.ts'
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
  const [fields, setFields] = useState(() => (event ? fieldsOf(event) : start))
  const [scope, setScope] = useState<EventScope>('this')
  const [tried, setTried] = useState(false)
  const action = useAction(calendarFailures)
  const { isUnsaved } = useUnsaved(fields)
  const { form, focusMistake } = useMistakeFocus()
  const mistakes = tried ? mistakesOf(fields, event, scope) : {}
  const draft = draftOf(fields, event, scope)
  const parts = { fields, mistakes, set: (changes: Partial<EventFields>) => setFields({ ...fields, ...changes }) }
  const inSeries = event?.series ?? null

  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    setTried(true)
    if (!draft) return focusMistake()
    if (isIdle(draft)) return onDone('Nichts geändert')
    await action.run(async () => {
      const { saved, removed } = await saveEvent(draft)
      onDone(savedText(saved, removed))
    })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {inSeries && (
        <div className="grid justify-items-start gap-2">
          <p className="text-small">Gehört zu einer Serie. Was soll sich ändern?</p>
          <ScopeChoice label="Was soll sich ändern?" series={inSeries} scope={scope} onChange={setScope} />
        </div>
      )}
      <EventWhatFields {...parts} choices={choices} isNew={event === null} />
      <EventWhenFields {...parts} />
      {(!inSeries || scope !== 'this') && <SeriesFields {...parts} fixed={inSeries !== null} />}
      <EventWhereFields {...parts} choices={choices} />
      <CollisionNote draft={isIdle(draft) ? null : draft} />
      <FormFailure text={action.failure} />
      <div className="event-actions">
        <Button type="submit" variant="hot" disabled={action.busy}>
          {action.busy ? 'Wird gespeichert …' : 'Speichern'}
        </Button>
        {event && isAdmin && <DeleteEvent event={event} onDone={onDone} />}
      </div>
      <UnsavedGuard isUnsaved={isUnsaved && !action.busy} />
    </form>
  )
}

function savedText(saved: number, removed: number): string {
  const kept = saved === 1 ? 'Termin gespeichert' : `${saved} Termine gespeichert`
  return removed === 0 ? kept : `${kept}, ${removed} gelöscht`
}
