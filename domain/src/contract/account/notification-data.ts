import { z } from 'zod'
import { severities } from '../../moderation/case-rules.ts'
import { decisionOrigins } from '../../moderation/sanctions.ts'
import { id, instant } from '../parts.ts'
import { postType, rumorStatus } from '../post.ts'

/** Why the team is alerted: the reason of a report, an appeal, a decision that waits too long, or what fails. */
export const teamAlert = z.enum([
  'illegal_content',
  'false_claim',
  'privacy',
  'appeal',
  'answer',
  'star_door',
  'concern',
  'queue',
  'away',
  'job',
  'mail',
])
export type TeamAlert = z.infer<typeof teamAlert>

/** What members are told of, in the order of the settings; domain/src/notification/types.ts says how. SQL is generated from both. */
export const notificationType = z.enum([
  'comment_on_post',
  'reply_to_comment',
  'subsequent_comment',
  'mention',
  'followed_comment',
  'tagged_post',
  'member_post',
  'format_today',
  'broadcast_cancelled',
  'broadcast_moved',
  'reaction_on_post',
  'reaction_on_comment',
  'vote_on_rumor',
  'vote_on_poll',
  'rumor_status_update',
  'rumor_changed',
  'rumor_decided',
  'poll_ended',
  'statement_published',
  'post_approved',
  'post_rejected',
  'invite_used',
  'report_receipt',
  'report_outcome',
  'warning',
  'team_role',
  'team_alert',
])
export type NotificationType = z.infer<typeof notificationType>

/**
 * `notifications.data`. All fields are optional, because each type has its own and old rows are not migrated. Unknown
 * fields are not an error.
 */
const notificationData = z.looseObject({
  /** Title and parts of the URL of the post, for all types about a post or a comment. */
  post_title: z.string().optional(),
  post_created_at: instant.optional(),
  post_type: postType.optional(),
  /** Of a rumor: what was known about it, which stands before its title. */
  post_mark: rumorStatus.optional(),
  post_slug: z.string().optional(),
  /**
   * comment_on_post, reply_to_comment, subsequent_comment, mention, reaction_on_comment: first 100 characters of the
   * comment. Removed when it is deleted.
   */
  comment_excerpt: z.string().optional(),
  /** subsequent_comment: it answers a comment of the recipient. */
  answer: z.boolean().optional(),
  /** reaction_on_post, reaction_on_comment */
  reaction: z.enum(['heart', 'poop']).optional(),
  /** reaction_on_post, reaction_on_comment */
  emoji: z.string().optional(),
  /** vote_on_rumor */
  vote: z.enum(['agree', 'disagree']).optional(),
  /** rumor_status_update, rumor_decided */
  rumor_status: rumorStatus.optional(),
  /** post_approved, post_rejected: it was about a change of a post that is online. */
  revision: z.boolean().optional(),
  /** post_approved, post_rejected: it was about a comment that waited. */
  comment: z.boolean().optional(),
  /** post_approved: it is there again. */
  restored: z.boolean().optional(),
  /** post_rejected: it was hidden until things are cleared. */
  hidden: z.boolean().optional(),
  /** rumor_changed: the team changed it. */
  by_team: z.boolean().optional(),
  /** post_rejected, rumor_status_update, warning */
  reason: z.string().nullable().optional(),
  /** warning */
  severity: z.enum(severities).nullable().optional(),
  action: z.string().optional(),
  /** warning, of an edit: the parts of the post; or what became of the statement above it. */
  changed: z.array(z.looseObject({ part: z.string(), join: z.string().optional() })).optional(),
  statement: z.enum(['gone', 'changed']).optional(),
  /** warning: what became of an appeal. */
  appeal: z.enum(['upheld', 'overturned']).optional(),
  /** warning: what an appeal that succeeded, or a decision taken back, did; see `effects`. */
  effect: z.string().optional(),
  /** warning, report_outcome, post_rejected of a comment: chapter of the guidelines or law, excerpt, length of a ban, and whether the content had been reported. */
  rule: z.string().optional(),
  content_excerpt: z.string().optional(),
  ban_duration_days: z.int().optional(),
  reported: z.boolean().optional(),
  /** warning, report_outcome */
  target_type: z.enum(['post', 'comment', 'profile']).optional(),
  /** report_outcome */
  outcome: z.enum(['ignored', 'deleted', 'acted', 'gone']).optional(),
  /** rumor_decided; absent: the member commented only. */
  hit: z.boolean().optional(),
  /** poll_ended; option null: several are level. */
  result: z.strictObject({ option: z.string().nullable(), percent: z.int().nullable() }).optional(),
  /** tagged_post, format_today, broadcast_cancelled, broadcast_moved: the star or format */
  topic: z.string().optional(),
  /** tagged_post, member_post, report_receipt: how many, if more than one */
  count: z.int().optional(),
  /** format_today, broadcast_cancelled, broadcast_moved */
  format_slug: z.string().optional(),
  event_time: z.string().optional(),
  /** format_today: type of the first broadcast of the day, unless it is an ordinary episode. */
  occasion: z.string().optional(),
  /** broadcast_cancelled, broadcast_moved: `21.11.` */
  day: z.string().optional(),
  /** broadcast_moved: another time, another day, longer, or as planned after all; when it was, and until when it lasts. */
  change: z.enum(['time', 'day', 'longer', 'back']).optional(),
  was_day: z.string().optional(),
  was_time: z.string().optional(),
  until: z.string().optional(),
  /** broadcast_cancelled, broadcast_moved: why, in the team's words. */
  change_note: z.string().optional(),
  station: z.string().optional(),
  /** format_today: all that is still to come, at most eight, and how many `more`; broadcast_moved: how many moved with it. */
  times: z
    .array(z.looseObject({ at: z.string(), station: z.string().optional(), rerun: z.boolean().optional() }))
    .optional(),
  more: z.int().optional(),
  /** statement_published */
  speaker: z.string().optional(),
  /** team_alert */
  alert: teamAlert.optional(),
  /** team_alert: what a star did, that mails are used up, how long something waits, and what fails. */
  star: z.string().optional(),
  mails: z.string().optional(),
  hours: z.int().optional(),
  days: z.int().optional(),
  job: z.string().optional(),
  /** team_role */
  role: z.string().optional(),
  second_factor: z.boolean().optional(),
  decision_id: id.nullable().optional(),
  /** Decisions are made by people; programs only draw attention to something (`origin`). */
  decided_by: z.literal('human').optional(),
  origin: z.enum(decisionOrigins).optional(),
})
export type NotificationData = z.infer<typeof notificationData>
