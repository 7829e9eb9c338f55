import type { EventFields } from '@hot/domain/calendar/event-form'
import { type QuickEvent, readQuickEvent } from '@hot/domain/calendar/quick-event'
import type { AdminCalendarChoices, EventDraft } from '@hot/domain/contract/admin/calendar'
import { searchFold } from '@hot/domain/text/search-fold'
import { type Day, isDay } from '@hot/domain/time/berlin-time'
import { clock, shortDay } from '@hot/domain/time/german-date'
import { type FormEvent, type RefObject, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useWrite } from '../kit/write.ts'
import { calendarFailures, saveEvent } from './api.ts'
import { CollisionNote } from './collision-callout.tsx'
import { draftOf, emptyFields, formatChosen } from './event-draft.ts'

type QuickAddProps = {
  /** The day meant when the line names none. */
  shown: Day
  today: Day
  choices: AdminCalendarChoices | undefined
  field: RefObject<HTMLInputElement | null>
  onDone: (text: string) => void
}

/** An event from one typed line; Enter saves it and the next can be typed. */
export function QuickAdd({ shown, today, choices, field, onDone }: QuickAddProps) {
  const [line, setLine] = useState('')
  const action = useWrite(saveEvent, {
    refusals: calendarFailures,
    onDone: () => {
      setLine('')
      onDone('Termin gespeichert')
    },
  })
  const typed = readQuickEvent(line, shown, today)
  const draft = typed && choices ? draftFrom(typed, choices) : null
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (!draft) return
    const worked = await action.run(draft)
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

/** Names as typed find what is meant: upper and lower case, umlauts and accents do not matter. */
export function quickFields(typed: QuickEvent, empty: EventFields, choices: AdminCalendarChoices): EventFields {
  const title = searchFold(typed.title)
  const format = choices.formats
    .filter(({ active }) => active)
    .find(({ name, short_name }) => [name, short_name].some((one) => one && searchFold(one) === title))
  const broadcaster = choices.broadcasters.find(({ name }) => searchFold(name) === searchFold(typed.channel ?? ''))
  const known = format ? { ...empty, ...formatChosen(empty, format.id, choices) } : { ...empty, title: typed.title }
  const place =
    typed.channel === null ? {} : { broadcasterId: broadcaster?.id ?? '', channel: broadcaster ? '' : typed.channel }
  return { ...known, ...place, time: typed.time, minutes: typed.minutes === null ? '' : String(typed.minutes) }
}
