import { type QuickEvent, readQuickEvent } from '@hot/domain/calendar/quick-event'
import type { AdminCalendarChoices, EventDraft } from '@hot/domain/contract/admin/calendar'
import { type Day, isDay } from '@hot/domain/time/berlin-time'
import { clock, shortDay } from '@hot/domain/time/german-date'
import { type FormEvent, type RefObject, useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { calendarFailures, saveEvent } from './api.ts'
import { CollisionNote } from './event-dialog.tsx'
import { draftOf, emptyFields } from './event-draft.ts'
import { quickFields } from './quick-fields.ts'

type Props = {
  /** The day meant when the line names none. */
  shown: Day
  today: Day
  choices: AdminCalendarChoices | undefined
  field: RefObject<HTMLInputElement | null>
  onDone: (text: string) => void
}

/** An event from one typed line; Enter saves it and the next can be typed. */
export function QuickAdd({ shown, today, choices, field, onDone }: Props) {
  const [line, setLine] = useState('')
  const action = useAction(calendarFailures)
  const typed = readQuickEvent(line, shown, today)
  const draft = typed && choices ? draftFrom(typed, choices) : null
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (!draft) return
    const worked = await action.run(async () => {
      await saveEvent(draft)
      setLine('')
      onDone('Termin gespeichert')
    })
    if (worked) field.current?.focus()
  }
  return (
    <form onSubmit={add} className="quick-add">
      <TextField
        ref={field}
        label="Schnell anlegen"
        name="quick"
        autoComplete="off"
        spellCheck={false}
        placeholder="Di 20.15 Love Island @RTLZWEI 120 Min"
        value={line}
        onChange={({ target }) => setLine(target.value)}
        error={
          action.failure ??
          (typed && choices && !draft ? 'Das lässt sich so nicht speichern. Prüf Tag, Titel und Minuten.' : null)
        }
        hint={
          draft && choices
            ? previewOf(draft, choices)
            : 'Tag, Uhrzeit, Titel, @Sender, Minuten. Taste N springt hierher.'
        }
      />
      <Button type="submit" variant="strong" disabled={!draft || action.busy}>
        {action.busy ? 'Wird gespeichert …' : 'Anlegen'}
      </Button>
      {draft && <CollisionNote draft={draft} />}
    </form>
  )
}

function draftFrom(typed: QuickEvent, choices: AdminCalendarChoices): EventDraft | null {
  return isDay(typed.day) ? draftOf(quickFields(typed, emptyFields(typed.day), choices), null, 'this') : null
}

/** `Di, 24. Nov. · 20:15 · Love Island · RTLZWEI · 120 Min.` */
function previewOf({ values }: EventDraft, { formats, broadcasters }: AdminCalendarChoices): string {
  const nameIn = (items: { id: string; name: string }[], id: string | null | undefined) =>
    items.find((item) => item.id === id)?.name
  const format = nameIn(formats, values.format_id)
  return [
    values.event_date && shortDay(values.event_date),
    values.event_time && clock(values.event_time),
    format,
    values.title !== format && values.title,
    nameIn(broadcasters, values.broadcaster_id) ?? values.channel,
    values.duration_minutes && `${values.duration_minutes} Min.`,
  ]
    .filter(Boolean)
    .join(' · ')
}
