import { z } from 'zod'
import { broadcasterRef, formatRef, providerRef } from './format.ts'
import { day, id, timeOfDay } from './parts.ts'

/** One calendar entry. `event_time` is the wall clock in Europe/Berlin. */
export const calendarEvent = z.strictObject({
  id,
  title: z.string(),
  event_type: z.string(),
  event_date: day,
  event_time: timeOfDay,
  duration_minutes: z.int().nullable(),
  /** Names of the broadcaster and the streaming provider, stored with the event. */
  channel: z.string().nullable(),
  streaming_platform: z.string().nullable(),
  streaming_color: z.string().nullable(),
  streaming_url: z.string().nullable(),
  description: z.string().nullable(),
  is_live: z.boolean(),
  /** Announced, and does not take place. */
  is_cancelled: z.boolean(),
  /** Why it was moved, takes longer or does not take place, in the team's words. */
  change_note: z.string().nullable(),
  season_number: z.int().nullable(),
  season_slug: z.string().nullable(),
  episode_number: z.int().nullable(),
  format_name: z.string().nullable(),
  format: formatRef.nullable(),
})
export type CalendarEvent = z.infer<typeof calendarEvent>

/**
 * `calendar_page(p_from, p_to, p_broadcaster, p_provider, p_format)`: at most 1,000 events from the first to the last
 * day, both included, by date, then time.
 */
export const calendarPage = z.strictObject({
  items: z.array(calendarEvent),
  broadcasters: z.array(broadcasterRef),
  providers: z.array(providerRef),
  formats: z.array(formatRef),
})
export type CalendarPage = z.infer<typeof calendarPage>

/**
 * `format_events(p_format_id, p_season_id, p_limit)`: all events of the season in order; without a season what of the
 * format still runs and what is planned from today on: 50 events, at most 200.
 */
export const formatEvents = z.array(calendarEvent)
export type FormatEvents = z.infer<typeof formatEvents>
