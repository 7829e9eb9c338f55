import { z } from 'zod'
import { count, cursor, id, instant, memberRef, score } from '../parts.ts'
import { socialAccount, starFields, starRef } from '../star.ts'
import { commentedPost } from './reports.ts'

/** A star for staff, active or not. */
export const adminStarRef = starRef.extend({ is_active: z.boolean() })
export type AdminStarRef = z.infer<typeof adminStarRef>

/** `admin_stars_page(p_query, p_state, p_gap, p_sort, p_after, p_limit)`: active and inactive stars. */
export const adminStarsPage = z.strictObject({
  items: z.array(
    adminStarRef.extend({
      hot_score: score.nullable(),
      rank: z.int().nullable(),
      fans: count,
      has_bio: z.boolean(),
      /** Its picture does not say who made it. */
      lacks_credit: z.boolean(),
      created_at: instant,
      seasons: count,
      /** Number of social accounts. */
      social: count,
    }),
  ),
  next: cursor,
})
export type AdminStarsPage = z.infer<typeof adminStarsPage>
export type AdminStarRow = AdminStarsPage['items'][number]

/** `admin_similar_stars(p_name, p_except)`: up to five stars with similar names, most similar first. */
export const similarStars = z.array(adminStarRef)

/** `admin_star(p_id)`: a star to edit, with counts of dependent rows, or null. */
export const adminStar = adminStarRef.extend({
  ...starFields,
  external_key: z.string().nullable(),
  created_at: instant,
  /** Sent back as `p_seen`, to detect concurrent edits. */
  updated_at: instant,
  hot_score: score.nullable(),
  rank: z.int().nullable(),
  /** Former slugs, which redirect here, latest first. */
  old_slugs: z.array(z.string()),
  /** All votes on the three questions, including those that do not weigh yet. */
  votes: count,
  fans: count,
  posts: count,
  seasons: z.array(
    z.strictObject({
      id,
      format: z.string(),
      season_number: z.int(),
      title: z.string().nullable(),
      placement: z.string().nullable(),
    }),
  ),
  /** Number of social accounts. */
  social: count,
  /** Participations in seasons that lie in the bin. */
  binned_seasons: count,
  /** Who is another person, as the team says. */
  apart: z.array(z.strictObject({ star: adminStarRef, said_by_name: z.string().nullable(), said_at: instant })),
  similar: similarStars,
})
export type AdminStar = z.infer<typeof adminStar>

/** Answer of `admin_save_star(…)`. */
export const savedStar = z.strictObject({ id, slug: z.string(), updated_at: instant })
export type SavedStar = z.infer<typeof savedStar>

const starRequest = z.strictObject({
  id,
  /** `claim`: the member says that they are the star; `facts`: what the star says is wrong about them; `statement`: what they say about `post`. */
  kind: z.enum(['claim', 'facts', 'statement']),
  post: commentedPost.nullable(),
  star: z.strictObject({ id, slug: z.string(), name: z.string() }),
  member: memberRef.nullable(),
  speaker: z.string().nullable(),
  /** What has to stand at `text`, or in one of the `accounts`. */
  code: z.string().nullable(),
  text: z.string().nullable(),
  state: z.enum(['asked', 'granted', 'refused']),
  reason: z.string().nullable(),
  asked_at: instant,
  decided_at: instant.nullable(),
  accounts: z.array(socialAccount.pick({ platform: true, handle: true, url: true })),
})
export type StarRequest = z.infer<typeof starRequest>

/** `admin_star_requests(p_status, p_after, p_limit)`: open ones oldest first, or `decided` ones latest first. */
export const starRequestsPage = z.strictObject({ items: z.array(starRequest), next: cursor })
export type StarRequestsPage = z.infer<typeof starRequestsPage>

/**
 * `admin_decide_star_request(p_id, p_granted, p_reason, p_seen)`; `p_seen`: `asked_at`. `changed`: the member has asked anew
 * since. Hints: `reason_required`, `own_case`, `decision_pending`, `not_this_star`, `statement_taken`.
 */
export const starRequestOutcome = z.strictObject({ outcome: z.enum(['done', 'decided', 'gone', 'changed']) })
export type StarRequestOutcome = z.infer<typeof starRequestOutcome>
