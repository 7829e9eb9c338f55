import { z } from 'zod'
import { seasonStatuses } from '../format/season-status.ts'
import { count, day, id, instant, score, timeOfDay } from './parts.ts'
import { starCard, starRef } from './star.ts'

export const seasonStatus = z.enum(seasonStatuses)

export const formatRef = z.strictObject({
  id,
  slug: z.string(),
  name: z.string(),
  short_name: z.string().nullable(),
  emoji: z.string().nullable(),
  color: z.string(),
})
export type FormatRef = z.infer<typeof formatRef>

export const broadcasterRef = z.strictObject({
  id,
  name: z.string(),
  color: z.string(),
  type: z.enum(['streaming', 'tv', 'pay_tv', 'mediathek']),
  website_url: z.string().nullable(),
})

export const providerRef = z.strictObject({
  id,
  name: z.string(),
  color: z.string(),
  website_url: z.string().nullable(),
})

/** What page and editor have of the row, besides its name. */
export const formatFields = z.strictObject({
  description: z.string().nullable(),
  broadcaster_id: id.nullable(),
  streaming_provider_id: id.nullable(),
  streaming_url: z.string().nullable(),
})
const { description, broadcaster_id, streaming_provider_id, streaming_url } = formatFields.shape

/** A format in lists, with its next episode and top stars. */
export const formatCard = formatRef.extend({
  description,
  broadcaster_id,
  streaming_provider_id,
  streaming_url,
  seasons_count: count,
  participants: count,
  created_at: instant,
  /** What runs, else the next event, a repeat only if there is nothing else; or null. The wall clock in Europe/Berlin. */
  next_episode: z
    .strictObject({
      event_date: day,
      event_time: timeOfDay,
      title: z.string(),
      event_type: z.string(),
      duration_minutes: z.int().nullable(),
    })
    .nullable(),
  /** At most three, by HoT score. */
  top_stars: z.array(starRef.extend({ hot_score: score.nullable() })),
})
export type FormatCard = z.infer<typeof formatCard>

/** `formats_page()`: all active formats, newest first, and the choices of the filters, which the client applies. */
export const formatsPage = z.strictObject({
  items: z.array(formatCard),
  broadcasters: z.array(broadcasterRef),
  providers: z.array(providerRef),
})
export type FormatsPage = z.infer<typeof formatsPage>

export const seasonCard = z.strictObject({
  id,
  slug: z.string(),
  season_number: z.int(),
  title: z.string().nullable(),
  start_date: day.nullable(),
  end_date: day.nullable(),
  status: seasonStatus,
  participants: count,
})
export type SeasonCard = z.infer<typeof seasonCard>

/** `format_page(p_slug)`: a format by its current slug, or a former one (`slug` is the current one), or null. */
export const formatPage = formatCard.extend({
  ...formatFields.shape,
  updated_at: instant,
  broadcaster: broadcasterRef.nullable(),
  provider: providerRef.nullable(),
  /** Newest first. */
  seasons: z.array(seasonCard),
  /** Up to twelve, by HoT score. */
  stars: z.array(starCard),
})
export type FormatPage = z.infer<typeof formatPage>

const participant = starCard.extend({ placement: z.string().nullable() })

/** `season_page(p_format, p_season)`: by the slug (or a former one) of the format and slug or number of the season. */
export const seasonPage = seasonCard.extend({
  description: z.string().nullable(),
  location: z.string().nullable(),
  updated_at: instant,
  format: formatRef.extend({
    broadcaster: broadcasterRef.nullable(),
    provider: providerRef.nullable(),
    streaming_url: z.string().nullable(),
  }),
  cast: z.array(participant),
  /** There are placements that the caller has not got as far as. */
  results_covered: z.boolean(),
  previous: z.strictObject({ slug: z.string(), season_number: z.int() }).nullable(),
  next: z.strictObject({ slug: z.string(), season_number: z.int() }).nullable(),
})
export type SeasonPage = z.infer<typeof seasonPage>

/** `season_path(p_season_id)`: the slugs in the URL of a season, for old URLs by id; or null. */
export const seasonPath = z.strictObject({ format_slug: z.string(), season_slug: z.string() })
export type SeasonPath = z.infer<typeof seasonPath>
