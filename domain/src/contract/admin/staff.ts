import { z } from 'zod'
import { reportReasons } from '../../moderation/report-rules.ts'
import { formatRef } from '../format.ts'
import { count, cursor, day, id, instant } from '../parts.ts'
import { rumorStatus } from '../post.ts'
import { postHit } from '../search.ts'
import { starRef } from '../star.ts'

const pickKinds = ['star', 'format', 'season', 'member'] as const
export type PickKind = (typeof pickKinds)[number]

/** An entry that a picker of the admin area offers; `hint` distinguishes entries of the same name. */
const pickedEntity = z.strictObject({ id, title: z.string(), hint: z.string().nullable() })
export type PickedEntity = z.infer<typeof pickedEntity>
/** `admin_pick(p_kind, p_query)`: at most 10, best match first. */
export const pickedEntities = z.array(pickedEntity).max(10)
export type PickedEntities = z.infer<typeof pickedEntities>

/** `admin_badges()`: pending items, each counted up to 1,000. */
export const adminBadges = z.strictObject({
  posts: count,
  reports: count,
  appeals: count,
  comments: count,
  stars: count,
  concerns: count,
})
export type AdminBadges = z.infer<typeof adminBadges>

/** Figures of the dashboard. `active_users` is an estimate. */
const adminFigures = z.strictObject({
  total_users: count,
  active_users: count,
  banned_users: count,
  total_posts: count,
  flagged_posts: count,
  pending_posts: count,
  pending_reports: count,
  deleted_posts: count,
  total_comments: count,
  flagged_comments: count,
  deleted_comments: count,
  total_stars: count,
  /** Pictures that do not say who made them. */
  uncredited_stars: count,
  uncredited_news: count,
  total_votes: count,
  total_formats: count,
  total_events: count,
  recent_actions: count,
  users_last_7_days: count,
  posts_last_7_days: count,
  stars_last_7_days: count,
})
export type AdminFigures = z.infer<typeof adminFigures>

const perDay = z.array(count).length(30)
/** `admin_stats()`: `days` are the last 30 in Europe/Berlin, oldest first. */
export const adminStats = z.strictObject({
  figures: adminFigures,
  days: z.strictObject({ first_day: day, users: perDay, posts: perDay, reports: perDay, actions: perDay }),
  /** Since when new accounts are slowed down because nobody of the team has acted; null: they are not. */
  away_since: instant.nullable(),
})
export type AdminStats = z.infer<typeof adminStats>

const staffRef = z.strictObject({ id, nickname: z.string() })
export type StaffRef = z.infer<typeof staffRef>

/** One row of the staff log. */
const adminAction = z.strictObject({
  id,
  action_type: z.string(),
  target_type: z.string(),
  target_id: z.string().nullable(),
  created_at: instant,
  /** null: the account was deleted, or the database acted by itself. */
  admin: staffRef.nullable(),
  /** Name of the target; null for comments and unnamed targets. */
  name: z.string().nullable(),
  /** For comments, at most 100 characters. */
  excerpt: z.string().nullable(),
  reason: z.string().nullable(),
  page: z.string().nullable(),
  /** Changed columns. */
  changed: z.array(z.string()).nullable(),
})
export type AdminAction = z.infer<typeof adminAction>

/** `admin_activity_page(p_admin, p_type, p_limit, p_after)`: newest first. */
export const adminActivity = z.strictObject({
  actions: z.array(adminAction).max(100),
  next: cursor,
  admins: z.array(staffRef),
})
export type AdminActivity = z.infer<typeof adminActivity>

const seconds = count.nullable()
const byReason = z.strictObject({ reason: z.enum(reportReasons), total: count, acted_on: count })
const byKind = z.strictObject({ kind: z.string(), target_type: z.enum(['post', 'comment', 'profile']), total: count })
const byGround = z.strictObject({ reason: z.enum(reportReasons).nullable(), total: count })

/** `admin_transparency(p_from, p_to)`. Medians are in whole seconds, null when there was nothing to measure. */
export const adminTransparency = z.strictObject({
  from: day,
  to: day,
  notices: z.strictObject({
    total: count,
    on_posts: count,
    on_comments: count,
    on_profiles: count,
    by_guests: count,
    open: count,
    dismissed: count,
    acted_on: count,
    median_seconds: seconds,
    by_reason: z.array(byReason),
  }),
  decisions: z.strictObject({
    by_kind: z.array(byKind),
    /** null: without a report. */
    by_ground: z.array(byGround),
    bans_for_good: count,
    published_automatically: count,
  }),
  posts: z.strictObject({ total: count, median_seconds: seconds }),
  appeals: z.strictObject({ total: count, open: count, upheld: count, overturned: count, median_seconds: seconds }),
})
export type AdminTransparency = z.infer<typeof adminTransparency>

const weekFigures = z.strictObject({
  /** New accounts. */
  members: count,
  /** Who posted, commented, voted on a post or reacted to one. */
  active: count,
  /** Of those, who were active the week before. */
  returning: count,
  rumors: count,
  polls: count,
  discussions: count,
  comments: count,
  /** On rumors and polls. */
  votes: count,
  reactions: count,
  reports: count,
  /** Median time to a decision, in seconds; null: nothing to decide. */
  report_seconds: count.nullable(),
  post_seconds: count.nullable(),
})
export type WeekFigures = z.infer<typeof weekFigures>

/** `admin_week(p_day)`, admins only: the week with this day, from Monday to Sunday in Berlin. */
export const adminWeek = z.strictObject({
  monday: day,
  now: weekFigures,
  before: weekFigures,
  /** Five each, by comments and votes in that week. */
  top: z.strictObject({
    posts: z.array(
      // Mails that wait since before an update lack the rumor.
      postHit.extend({ comments: count, votes: count, rumor: z.strictObject({ status: rumorStatus }).nullish() }),
    ),
    stars: z.array(z.strictObject({ star: starRef, acts: count })),
    formats: z.array(z.strictObject({ format: formatRef, acts: count })),
  }),
  /** Five each, by how often those who agreed to being counted opened them. */
  views: z.strictObject({
    posts: z.array(postHit.extend({ views: count })),
    stars: z.array(z.strictObject({ star: starRef, views: count })),
    formats: z.array(z.strictObject({ format: formatRef, views: count })),
  }),
})
export type AdminWeek = z.infer<typeof adminWeek>
