import type {
  AdminCalendarChoices,
  AdminCalendarEvent,
  EventDraft,
  EventScope,
} from '@hot/domain/contract/admin/calendar'
import { type EventFields, type FieldMistakes, fieldsOf, mistakesIn, valuesOf } from './event-fields.ts'

/** One episode alone has neither rhythm nor end: its fields are not shown and not judged. */
const judged = (fields: EventFields, original: AdminCalendarEvent | null, scope: EventScope): EventFields =>
  original?.series && scope === 'this' ? { ...fields, repeats: false } : fields

export const mistakesOf = (
  fields: EventFields,
  original: AdminCalendarEvent | null,
  scope: EventScope,
): FieldMistakes => mistakesIn(judged(fields, original, scope))

/** What the form asks the database to do; null while something in it is wrong. */
export function draftOf(
  fields: EventFields,
  original: AdminCalendarEvent | null,
  scope: EventScope,
): EventDraft | null {
  const shown = judged(fields, original, scope)
  if (Object.keys(mistakesIn(shown)).length > 0) return null
  const values = valuesOf(shown)
  const series = shown.repeats ? { frequency: shown.frequency, until: shown.until } : null
  if (!original) return { id: null, seen: null, scope: 'this', values, series }
  const { series: was } = original
  const isSame = was !== null && was.frequency === series?.frequency && was.until === series.until
  return {
    id: original.id,
    seen: original.updated_at,
    scope: was ? scope : 'this',
    values: changedValues(valuesOf(fieldsOf(original)), values),
    series: isSame ? null : series,
  }
}

/** Only what was changed goes out: with „alle“ the rest of each episode stays its own. */
function changedValues(before: EventDraft['values'], after: EventDraft['values']): EventDraft['values'] {
  const changed = Object.entries(after).filter(([key, value]) => Reflect.get(before, key) !== value)
  return Object.fromEntries(changed)
}

/** Nothing would change. */
export const isIdle = (draft: EventDraft | null): boolean =>
  draft !== null && draft.id !== null && draft.series === null && Object.keys(draft.values).length === 0

/** What follows from choosing a format: its newest season, and its name and channels where nothing else was chosen. */
export function formatChosen(
  fields: EventFields,
  formatId: string,
  choices: AdminCalendarChoices,
): Partial<EventFields> {
  const previous = choices.formats.find(({ id }) => id === fields.formatId)
  const chosen = choices.formats.find(({ id }) => id === formatId)
  const follow = (now: string, before: string | null | undefined, next: string | null | undefined) =>
    now === '' || now === before ? (next ?? '') : now
  const broadcasterId = fields.channel
    ? ''
    : follow(fields.broadcasterId, previous?.broadcaster_id, chosen?.broadcaster_id)
  return {
    formatId,
    seasonId: chosen?.seasons[0]?.id ?? '',
    title: follow(fields.title, previous?.name, chosen?.name).trim(),
    broadcasterId,
    providerId: follow(fields.providerId, previous?.streaming_provider_id, chosen?.streaming_provider_id),
  }
}
