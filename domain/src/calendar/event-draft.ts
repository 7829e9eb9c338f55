import type {
  AdminCalendarChoices,
  AdminCalendarEvent,
  EventDraft,
  EventScope,
  EventValues,
} from '../contract/admin/calendar.ts'
import { cleanLine, cleanText } from '../text/sanitize-text.ts'
import type { Day } from '../time/berlin-time.ts'
import { clock } from '../time/german-date.ts'
import { defaultSeriesFrequency } from '../time/series.ts'
import { type EventFields, eventForm, readTime } from './event-form.ts'

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
  cancelled: false,
  note: '',
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
  cancelled: event.is_cancelled,
  note: event.change_note ?? '',
  repeats: event.series !== null,
  frequency: event.series?.frequency ?? defaultSeriesFrequency,
  until: event.series?.until ?? '',
})

/** Valid fields → values to store. */
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
    is_cancelled: fields.cancelled,
    change_note: cleanLine(fields.note) || null,
  }
}

/** Fields that say the same in several ways, or nothing while another field has a value: as they are stored. */
export function storedEvent(fields: EventFields) {
  const { event_time, episode_number, duration_minutes, channel, streaming_platform } = valuesOf(fields)
  const { repeats, frequency, until } = fields
  return {
    time: event_time,
    episode: episode_number,
    minutes: duration_minutes,
    channel,
    platform: streaming_platform,
    frequency: repeats ? frequency : null,
    until: repeats ? until : null,
  }
}

/** The form of an event; a single episode of a series is validated without frequency and end date. */
export const formOf = (original: AdminCalendarEvent | null, scope: EventScope) =>
  eventForm({ isEpisode: isEpisode(original, scope) })

const isEpisode = (original: AdminCalendarEvent | null, scope: EventScope) =>
  Boolean(original?.series) && scope === 'this'

/** The draft to save; null while the form is invalid. */
export function draftOf(
  fields: EventFields,
  original: AdminCalendarEvent | null,
  scope: EventScope,
): EventDraft | null {
  if (!formOf(original, scope).safeParse(fields).success) return null
  const shown = isEpisode(original, scope) ? { ...fields, repeats: false } : fields
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

/** Only changed values are sent: when all episodes are edited, each keeps its other values. */
function changedValues(before: EventDraft['values'], after: EventDraft['values']): EventDraft['values'] {
  const changed = Object.entries(after).filter(([key, value]) => Reflect.get(before, key) !== value)
  return Object.fromEntries(changed)
}

/** Whether saving the draft would change nothing. */
export const isUnchanged = (draft: EventDraft | null): boolean =>
  draft !== null && draft.id !== null && draft.series === null && Object.keys(draft.values).length === 0

/** Defaults after choosing a format: its newest season, plus its name and channels where those fields are empty. */
export function formatChosen(
  fields: EventFields,
  formatId: string,
  choices: AdminCalendarChoices,
): Pick<EventFields, 'formatId' | 'seasonId' | 'title' | 'broadcasterId' | 'providerId'> {
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
