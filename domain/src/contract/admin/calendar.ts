import { z } from 'zod'
import { seriesFrequencies } from '../../time/series.ts'
import { count, day, id, instant, timeOfDay } from '../parts.ts'

const named = z.strictObject({ id, name: z.string(), active: z.boolean() })

/** An event in the admin calendar. `collides`: another event is on the same channel at that time. */
const adminCalendarItem = z.strictObject({
  id,
  title: z.string(),
  event_type: z.string(),
  event_date: day,
  event_time: timeOfDay,
  duration_minutes: z.int().nullable(),
  channel: z.string().nullable(),
  streaming_platform: z.string().nullable(),
  format_name: z.string().nullable(),
  short_name: z.string().nullable(),
  color: z.string().nullable(),
  season_number: z.int().nullable(),
  episode_number: z.int().nullable(),
  is_live: z.boolean(),
  is_cancelled: z.boolean(),
  change_note: z.string().nullable(),
  in_series: z.boolean(),
  updated_at: instant,
  collides: z.boolean(),
})
export type AdminCalendarItem = z.infer<typeof adminCalendarItem>

/** `admin_calendar_page(p_from, p_to, p_broadcaster, p_format)`: by date, then time. `cut`: there are over 1,000. */
export const adminCalendarPage = z.strictObject({ items: z.array(adminCalendarItem), cut: z.boolean() })
export type AdminCalendarPage = z.infer<typeof adminCalendarPage>

/** `admin_calendar_choices()`: active and inactive ones, by name; seasons newest first. */
export const adminCalendarChoices = z.strictObject({
  formats: z.array(
    named.extend({
      short_name: z.string().nullable(),
      broadcaster_id: id.nullable(),
      streaming_provider_id: id.nullable(),
      seasons: z.array(
        z.strictObject({
          id,
          season_number: z.int(),
          title: z.string().nullable(),
          /** Highest number of its episodes, and the last day on which it has one. */
          last_number: z.int().nullable(),
          last_date: day.nullable(),
        }),
      ),
    }),
  ),
  broadcasters: z.array(named),
  providers: z.array(named),
})
export type AdminCalendarChoices = z.infer<typeof adminCalendarChoices>

/** Columns of an event that the form sets. */
const eventValues = z.strictObject({
  title: z.string(),
  event_type: z.string(),
  format_id: id.nullable(),
  season_id: id.nullable(),
  episode_number: z.int().nullable(),
  event_date: day,
  event_time: timeOfDay,
  duration_minutes: z.int().nullable(),
  broadcaster_id: id.nullable(),
  channel: z.string().nullable(),
  streaming_provider_id: id.nullable(),
  streaming_platform: z.string().nullable(),
  description: z.string().nullable(),
  is_live: z.boolean(),
  is_cancelled: z.boolean(),
  change_note: z.string().nullable(),
})
export type EventValues = z.infer<typeof eventValues>

/** `admin_calendar_event(p_id)`: an event to edit, or null. `following`: number of this episode and those after it. */
export const adminCalendarEvent = eventValues.extend({
  id,
  format_name: z.string().nullable(),
  updated_at: instant,
  series: z
    .strictObject({ frequency: z.enum(seriesFrequencies), until: day, episodes: count, following: count })
    .nullable(),
})
export type AdminCalendarEvent = z.infer<typeof adminCalendarEvent>

const eventScopes = ['this', 'following', 'all'] as const
export type EventScope = (typeof eventScopes)[number]

/** Argument of `admin_save_event` and `admin_calendar_collisions`, as JSON text. */
const eventDraft = z.strictObject({
  /** null: a new event. */
  id: id.nullable(),
  /** `updated_at` of the event that was loaded into the form; if it has changed since, saving is refused. */
  seen: instant.nullable(),
  scope: z.enum(eventScopes),
  /** For an existing event the changed values only; the episodes in `scope` keep their other values. */
  values: eventValues.partial(),
  /** Frequency and last day of a series; null: none, or an existing series stays as it is. */
  series: z.strictObject({ frequency: z.enum(seriesFrequencies), until: day }).nullable(),
})
export type EventDraft = z.infer<typeof eventDraft>

/** `admin_calendar_collisions(p_event)`: days on which the channel is taken, and the first five broadcasts. */
export const eventCollisions = z.strictObject({
  count,
  items: z
    .array(
      z.strictObject({
        id,
        planned_day: day,
        name: z.string(),
        event_date: day,
        event_time: timeOfDay,
        ends: timeOfDay,
      }),
    )
    .max(5),
})
export type EventCollisions = z.infer<typeof eventCollisions>

export const savedEvent = z.strictObject({ id, saved: count, removed: count })
export type SavedEvent = z.infer<typeof savedEvent>
export const copiedWeek = z.strictObject({ copied: count, skipped: count, collisions: count })
export type CopiedWeek = z.infer<typeof copiedWeek>

/** `admin_change_events(p_events)`: the versions as they stand now, and how many broadcasts they overlap. */
export const changedEvents = z.strictObject({
  collisions: count,
  saved: z.array(z.strictObject({ id, updated_at: instant })),
})
export type ChangedEvents = z.infer<typeof changedEvents>

/** `admin_plan_events(p_events)`: what was made, in order of broadcast. */
export const plannedEvents = z.strictObject({ ids: z.array(id) })
export type PlannedEvents = z.infer<typeof plannedEvents>
