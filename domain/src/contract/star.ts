import { z } from 'zod'
import { pictureLicenses } from '../picture/credit.ts'
import { count, cursor, day, id, instant, score } from './parts.ts'

/** A star with what its name and photo need. */
export const starRef = z.strictObject({
  id,
  slug: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  nickname: z.string().nullable(),
  avatar_url: z.string().nullable(),
  /** Only where another star has the same name: a season, a year of birth, or the address. */
  distinguished_by: z.string().optional(),
})
export type StarRef = z.infer<typeof starRef>

/** A star in lists and charts. `rank` and `rank_week_ago` are null with too few weighing votes (at that time). */
export const starCard = starRef.extend({
  hot_score: score.nullable(),
  votes: count,
  rank: z.int().nullable(),
  rank_week_ago: z.int().nullable(),
})
export type StarCard = z.infer<typeof starCard>

/**
 * While no star has a rank: how many votes lie there, how many a star needs for a score and a place, and from when the first of
 * those count that do not count yet (null: all do). In answers null as soon as one is ranked.
 */
export const starVotesWaiting = z.strictObject({ votes: count, needed: count, from: instant.nullable() })
export type StarVotesWaiting = z.infer<typeof starVotesWaiting>

const starSort = z.enum(['hot', 'name', 'new'])
export type StarSort = z.infer<typeof starSort>

/** `stars_page(p_sort, p_letter, p_query, p_after, p_limit)`: active stars. */
export const starsPage = z.strictObject({
  items: z.array(starCard),
  next: cursor,
  /** Stars that match letter and query, over all pages. */
  total: count,
  /** First letters (A–Z, and '#') that have at least one active star. */
  letters: z.array(z.string()),
})
export type StarsPage = z.infer<typeof starsPage>

export const socialAccount = z.strictObject({
  platform: z.enum(['instagram', 'tiktok', 'youtube', 'x', 'threads']),
  handle: z.string(),
  url: z.string(),
  followers: count.nullable(),
  updated_at: instant,
})
export type SocialAccount = z.infer<typeof socialAccount>

/** One season a star took part in. */
const starSeason = z.strictObject({
  season_id: id,
  season_number: z.int(),
  season_title: z.string().nullable(),
  season_slug: z.string(),
  placement: z.string().nullable(),
  status: z.enum(['upcoming', 'running', 'ended']),
  start_date: day.nullable(),
  format_name: z.string(),
  format_short_name: z.string().nullable(),
  format_slug: z.string(),
  format_color: z.string(),
})
export type StarSeason = z.infer<typeof starSeason>

/** Columns of a star that its page shows and staff edit. */
export const starFields = {
  bio: z.string().nullable(),
  birthdate: day.nullable(),
  /** Credit of the picture: who made it, where it is from, and a key of `licenseOf`. */
  avatar_author: z.string().nullable(),
  avatar_source: z.string().nullable(),
  avatar_license: z.enum(pictureLicenses).nullable(),
}

/** Everybody's answers to one question about a star. */
const verdict = z.strictObject({
  /** Bayesian average, 1–5. */
  average: z.number().nullable(),
  /** Weighing ones. */
  votes: count,
  /** Percentages of the answers 1, 2, 3, 4 and 5, as of the last hour; null below five answers. */
  spread: z.array(count).length(5).nullable(),
})
export type Verdict = z.infer<typeof verdict>

/** `star_page(p_slug)`: the star, or null. */
export const starPage = starCard.extend({
  ...starFields,
  updated_at: instant,
  fans: count,
  demand: verdict,
  realness: verdict,
  drama: verdict,
  /** HoT score in each week of the last year, oldest first. */
  history: z.array(z.strictObject({ day, score })),
  seasons: z.array(starSeason),
  social: z.array(socialAccount),
})
export type StarPage = z.infer<typeof starPage>
