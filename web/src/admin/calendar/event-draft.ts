import {
  eventChannelMax,
  eventDescriptionMax,
  eventMinutesMax,
  eventNumberMax,
  eventTitleMax,
} from '@hot/domain/calendar/event-rules'
import {
  defaultSeriesFrequency,
  maxSeriesEpisodes,
  type SeriesFrequency,
  seriesDays,
} from '@hot/domain/calendar/series'
import type {
  AdminCalendarChoices,
  AdminCalendarEvent,
  EventDraft,
  EventScope,
  EventValues,
} from '@hot/domain/contract/admin/calendar'
import { cleanLine, cleanText, textLength } from '@hot/domain/text/sanitize-text'
import { type Day, isDay, readEventTime } from '@hot/domain/time/berlin-time'
import { clock } from '@hot/domain/time/german-date'

/** What stands in the form, as typed; empty text for nothing. */
export type EventFields = {
  title: string
  type: string
  formatId: string
  seasonId: string
  episode: string
  day: string
  time: string
  minutes: string
  broadcasterId: string
  channel: string
  providerId: string
  platform: string
  description: string
  live: boolean
  repeats: boolean
  frequency: SeriesFrequency
  until: string
}

export const emptyFields = (day: Day): EventFields => ({
  title: '',
  type: 'episode',
  formatId: '',
  seasonId: '',
  episode: '',
  day,
  time: '20:15',
  minutes: '',
  broadcasterId: '',
  channel: '',
  providerId: '',
  platform: '',
  description: '',
  live: false,
  repeats: false,
  frequency: defaultSeriesFrequency,
  until: '',
})

export const fieldsOf = (event: AdminCalendarEvent): EventFields => ({
  title: event.title,
  type: event.event_type,
  formatId: event.format_id ?? '',
  seasonId: event.season_id ?? '',
  episode: event.episode_number === null ? '' : String(event.episode_number),
  day: event.event_date,
  time: event.event_time.endsWith(':00') ? clock(event.event_time) : event.event_time,
  minutes: event.duration_minutes === null ? '' : String(event.duration_minutes),
  broadcasterId: event.broadcaster_id ?? '',
  channel: event.broadcaster_id ? '' : (event.channel ?? ''),
  providerId: event.streaming_provider_id ?? '',
  platform: event.streaming_provider_id ? '' : (event.streaming_platform ?? ''),
  description: event.description ?? '',
  live: event.is_live,
  repeats: event.series !== null,
  frequency: event.series?.frequency ?? defaultSeriesFrequency,
  until: event.series?.until ?? '',
})

type FieldMistakes = Partial<Record<keyof EventFields, string>>
export type FieldsProps = { fields: EventFields; mistakes: FieldMistakes; set: (changes: Partial<EventFields>) => void }

/** What is wrong, by field; empty when all of it can be saved. */
function mistakesIn(fields: EventFields): FieldMistakes {
  const found: [keyof EventFields, string | null][] = [
    ['title', cleanLine(fields.title) === '' ? 'Gib einen Titel ein.' : tooLong(fields.title, eventTitleMax)],
    ['day', isDay(fields.day) ? null : 'Wähl einen Tag.'],
    ['time', readTime(fields.time) === null ? 'Diese Uhrzeit gibt es nicht. Schreib sie so: 20:15.' : null],
    ['minutes', notBetween(fields.minutes, 1, eventMinutesMax, 'Höchstens ein Tag: 1 bis 1440 Minuten.')],
    ['episode', notBetween(fields.episode, 0, eventNumberMax, 'Nimm eine Zahl von 0 bis 9999.')],
    ['channel', tooLong(fields.channel, eventChannelMax)],
    ['platform', tooLong(fields.platform, eventChannelMax)],
    ['description', tooLong(fields.description, eventDescriptionMax)],
    ['until', fields.repeats ? untilMistake(fields) : null],
  ]
  return Object.fromEntries(found.filter((entry): entry is [keyof EventFields, string] => entry[1] !== null))
}

/** An empty field means the beginning of prime time. */
const readTime = (text: string): string | null => readEventTime(text.trim() || '20:15')

function tooLong(text: string, max: number): string | null {
  return textLength(text) > max ? `Höchstens ${max.toLocaleString('de-DE')} Zeichen.` : null
}

function notBetween(text: string, min: number, max: number, message: string): string | null {
  const value = text.trim()
  return value === '' || (/^\d{1,4}$/.test(value) && Number(value) >= min && Number(value) <= max) ? null : message
}

function untilMistake(fields: EventFields): string | null {
  if (!isDay(fields.until)) return 'Wähl den Tag der letzten Folge.'
  if (!isDay(fields.day)) return null
  const days = plannedDays(fields)
  if (days === null) return `Das wären mehr als ${maxSeriesEpisodes} Folgen. Nimm ein früheres Ende.`
  return days.length === 0 ? 'Das Ende liegt vor dem ersten Tag. Nimm ein späteres.' : null
}

/** The days of a series; null when there would be too many or a day is missing. */
export function plannedDays({ day, until, frequency }: Pick<EventFields, 'day' | 'until' | 'frequency'>): Day[] | null {
  try {
    return seriesDays({ start: day, until: until || null, frequency })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** As stored. Only for fields without mistakes. */
function valuesOf(fields: EventFields): EventValues {
  const number = (text: string) => (text.trim() === '' ? null : Number(text))
  return {
    title: cleanLine(fields.title),
    event_type: fields.type,
    format_id: fields.formatId || null,
    season_id: fields.seasonId || null,
    episode_number: number(fields.episode),
    event_date: fields.day,
    event_time: readTime(fields.time) ?? '20:15:00',
    duration_minutes: number(fields.minutes),
    broadcaster_id: fields.broadcasterId || null,
    channel: fields.broadcasterId ? null : cleanLine(fields.channel) || null,
    streaming_provider_id: fields.providerId || null,
    streaming_platform: fields.providerId ? null : cleanLine(fields.platform) || null,
    description: cleanText(fields.description).trim() || null,
    is_live: fields.live,
  }
}

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
