import * as z from 'zod/mini'
import type { AdminCalendarItem, ChangedEvents, EventDraft } from '../contract/admin/calendar.ts'
import { optionalLine } from '../text/entry-rules.ts'
import { cleanLine } from '../text/sanitize-text.ts'
import { addDays, type Day, isDay } from '../time/berlin-time.ts'
import { clock, shortDay } from '../time/german-date.ts'
import { readTime } from './event-form.ts'
import { eventNoteMax, eventNumberMax } from './event-rules.ts'

const shiftMax = 366

/** What changes of several broadcasts at once, as typed; empty text: nothing. `count`: how many they are. */
export const changesForm = (count: number) => {
  const lastFirst = eventNumberMax - count + 1
  return z
    .object({
      /** All on this day. */
      day: z.string().check(z.refine((text) => text === '' || isDay(text), 'Wähl einen Tag.')),
      /** Days later, or earlier: `7`, `-7`. */
      shift: z.string().check(
        z.trim(),
        z.refine(
          (text) => text === '' || (/^[+-]?\d{1,3}$/.test(text) && Math.abs(Number(text)) <= shiftMax),
          'Nimm eine ganze Zahl, zum Beispiel 7 oder -7.',
        ),
      ),
      time: z
        .string()
        .check(
          z.refine(
            (text) => text.trim() === '' || readTime(text) !== null,
            'Diese Uhrzeit gibt es nicht. Schreib sie so: 20:15.',
          ),
        ),
      takesPlace: z.enum(['same', 'yes', 'no']),
      /** Number of the first; the others count on. */
      number: z.string().check(
        z.trim(),
        z.refine(
          (text) => text === '' || (/^\d{1,4}$/.test(text) && Number(text) <= lastFirst),
          `Nimm eine Zahl von 0 bis ${lastFirst}.`,
        ),
      ),
      note: optionalLine(eventNoteMax),
    })
    .check(
      z.refine(({ day, shift }) => day === '' || shift === '', {
        path: ['shift'],
        error: 'Entweder alle auf einen Tag, oder um Tage verschieben.',
      }),
    )
}
export type ChangeFields = z.infer<ReturnType<typeof changesForm>>

export const noChanges: ChangeFields = { day: '', shift: '', time: '', takesPlace: 'same', number: '', note: '' }

type Values = Pick<
  EventDraft['values'],
  'event_date' | 'event_time' | 'is_cancelled' | 'episode_number' | 'change_note'
>

/** What the checked fields make of the broadcast at this place in the order of broadcast. */
function valuesOf(item: AdminCalendarItem, place: number, fields: ChangeFields): Values {
  const { day, shift, time, takesPlace, number, note } = fields
  return {
    event_date: (day as Day) || addDays(item.event_date, Number(shift)),
    event_time: (time.trim() && readTime(time)) || item.event_time,
    is_cancelled: takesPlace === 'same' ? item.is_cancelled : takesPlace === 'no',
    episode_number: number === '' ? item.episode_number : Number(number) + place,
    change_note: cleanLine(note) || item.change_note,
  }
}

const changed = (before: Values, after: Values): Values =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => Reflect.get(before, key) !== value))

/** The edits of the marked broadcasts, in order of broadcast; those that stay as they are have none. */
export const changesOf = (items: readonly AdminCalendarItem[], fields: ChangeFields): EventDraft[] =>
  items
    .map((item, place) => ({ item, values: changed(item, valuesOf(item, place, fields)) }))
    .filter(({ values }) => Object.keys(values).length > 0)
    .map(({ item, values }) => draft(item.id, item.updated_at, values))

const draft = (id: string, seen: string, values: Values): EventDraft => ({
  id,
  seen,
  scope: 'this',
  values,
  series: null,
})

/** The edits that take these back, of the versions they have led to. */
export function changesBack(
  items: readonly AdminCalendarItem[],
  made: readonly EventDraft[],
  { saved }: ChangedEvents,
): EventDraft[] {
  const former = new Map(items.map((item) => [item.id, item]))
  const versions = new Map(saved.map(({ id, updated_at }) => [id, updated_at]))
  return made.flatMap(({ id, values }) => {
    const [item, seen] = [former.get(id ?? ''), versions.get(id ?? '')]
    if (!item || !seen) return []
    const before = Object.fromEntries(Object.keys(values).map((key) => [key, Reflect.get(item, key)]))
    return [draft(item.id, seen, before)]
  })
}

/** `Fr, 4. Dez. · 20:15 · Folge 3 · fällt aus` */
export const slotText = (slot: Required<Omit<Values, 'change_note'>>): string =>
  [
    shortDay(slot.event_date),
    clock(slot.event_time),
    slot.episode_number !== null && `Folge ${slot.episode_number}`,
    slot.is_cancelled && 'fällt aus',
  ]
    .filter(Boolean)
    .join(' · ')
