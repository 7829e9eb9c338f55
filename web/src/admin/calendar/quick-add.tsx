import { quickDraft, quickEventForm } from '@hot/domain/calendar/quick-event'
import type { AdminCalendarChoices, EventDraft } from '@hot/domain/contract/admin/calendar'
import type { Day } from '@hot/domain/time/berlin-time'
import { clock, shortDay } from '@hot/domain/time/german-date'
import type { RefObject } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { useEntityForm } from '../kit/entity-form.tsx'
import { calendarFailures, saveEvent } from './api.ts'
import { CollisionCallout } from './collision-callout.tsx'

type QuickAddProps = {
  /** The day used if the line contains none. */
  shown: Day
  today: Day
  choices: AdminCalendarChoices | undefined
  field: RefObject<HTMLInputElement | null>
  onDone: (text: string) => void
}

/** Creates an event from one typed line; Enter saves it and clears the field for the next. */
export function QuickAdd({ shown, today, choices, field, onDone }: QuickAddProps) {
  const form = useEntityForm({
    schema: quickEventForm({ shown, today, choices }),
    initial: { line: '' },
    save: async () => draft && (await saveEvent(draft)),
    onSaved: () => {
      form.reset({ line: '' })
      field.current?.focus()
      onDone('Termin gespeichert')
    },
    refusals: calendarFailures,
  })
  const line = form.bind('line')
  const draft = quickDraft(line.value, { shown, today, choices })
  const { busy, failure } = form.action
  return (
    <form {...form.formProps} className="quick-add">
      <TextField
        ref={field}
        label="Schnell anlegen"
        name="quick"
        autoComplete="off"
        spellCheck={false}
        placeholder="Di 20.15 Love Island @RTLZWEI 120 Min"
        value={line.value}
        onChange={({ target }) => line.onChange(target.value)}
        error={line.error ?? failure}
        hint={
          draft && choices
            ? previewOf(draft, choices)
            : 'Tag, Uhrzeit, Titel, @Sender, Minuten. Taste N springt hierher.'
        }
      />
      <Button type="submit" variant="strong" busy={busy || !choices || line.value.trim() === ''}>
        {busy ? 'Wird gespeichert …' : 'Anlegen'}
      </Button>
      {draft && <CollisionCallout draft={draft} />}
    </form>
  )
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
