import { z } from 'zod'
import { seasonCard } from '../format.ts'
import { count, cursor, id, instant } from '../parts.ts'
import { starRef } from '../star.ts'

const format = z.strictObject({
  id,
  name: z.string(),
  slug: z.string(),
  emoji: z.string().nullable(),
  color: z.string(),
  is_active: z.boolean(),
})

/** `admin_seasons_page(p_query, p_format, p_state, p_after, p_limit)`: by format, newest first; up to 1,000 `events`. */
export const adminSeasonsPage = z.strictObject({
  items: z.array(seasonCard.extend({ format, events: count })),
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
  format,
  events: count,
  cast: z.array(castMember),
})
export type AdminSeason = z.infer<typeof adminSeason>

/** Answer of `admin_save_season(…)`. */
export const savedSeason = z.strictObject({ id, slug: z.string(), format_slug: z.string(), updated_at: instant })
export type SavedSeason = z.infer<typeof savedSeason>
