import { z } from 'zod'
import { formatFields, formatRef, seasonCard, seasonStatus } from '../format.ts'
import { count, cursor, id, instant } from '../parts.ts'
import { starRef } from '../star.ts'

/** `admin_formats_page(p_query, p_state, p_channel, p_after, p_limit)`: by name. `events` is counted up to 1,000. */
export const adminFormatsPage = z.strictObject({
  items: z.array(
    z.strictObject({
      id,
      name: z.string(),
      short_name: z.string().nullable(),
      slug: z.string(),
      emoji: z.string().nullable(),
      color: z.string(),
      is_active: z.boolean(),
      seasons: count,
      events: count,
      broadcaster: z.string().nullable(),
      provider: z.string().nullable(),
    }),
  ),
  next: cursor,
})
export type AdminFormatsPage = z.infer<typeof adminFormatsPage>

/**
 * `admin_format(p_id)`: a format to edit, with what would be deleted with it, or null. `posts` is counted up to 1,000.
 */
export const adminFormat = formatRef.extend({
  ...formatFields.shape,
  is_active: z.boolean(),
  /** Sent back as `p_seen`, to detect concurrent edits. */
  updated_at: instant,
  /** Former slugs, which redirect to this format, latest first. */
  former_slugs: z.array(z.string()),
  /** Newest first. */
  seasons: z.array(
    z.strictObject({
      id,
      season_number: z.int(),
      title: z.string().nullable(),
      participants: count,
      status: seasonStatus,
    }),
  ),
  events: count,
  posts: count,
})
export type AdminFormat = z.infer<typeof adminFormat>

/** Answer of `admin_save_format(…)`. */
export const savedFormat = z.strictObject({ id, slug: z.string(), updated_at: instant })
export type SavedFormat = z.infer<typeof savedFormat>

/** The format a season belongs to. */
const formatOfSeason = z.strictObject({
  id,
  name: z.string(),
  slug: z.string(),
  emoji: z.string().nullable(),
  color: z.string(),
  is_active: z.boolean(),
})

/** `admin_seasons_page(p_query, p_format, p_state, p_after, p_limit)`: by format, newest first; up to 1,000 `events`. */
export const adminSeasonsPage = z.strictObject({
  items: z.array(seasonCard.extend({ format: formatOfSeason, events: count })),
  next: cursor,
})
export type AdminSeasonsPage = z.infer<typeof adminSeasonsPage>

const castMember = starRef.extend({ is_active: z.boolean(), placement: z.string().nullable() })

/** `admin_season(p_id)`: a season to edit, with its cast in order, or null. */
export const adminSeason = seasonCard.extend({
  description: z.string().nullable(),
  location: z.string().nullable(),
  /** Sent back as `p_seen`, to detect concurrent edits. */
  updated_at: instant,
  format: formatOfSeason,
  events: count,
  cast: z.array(castMember),
})
export type AdminSeason = z.infer<typeof adminSeason>

/** Answer of `admin_save_season(…)`. */
export const savedSeason = z.strictObject({ id, slug: z.string(), format_slug: z.string(), updated_at: instant })
export type SavedSeason = z.infer<typeof savedSeason>
