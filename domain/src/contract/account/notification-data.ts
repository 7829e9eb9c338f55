import { z } from 'zod'
import { severities } from '../../moderation/case-rules.ts'
import { id, instant } from '../parts.ts'
import { postType, rumorStatus } from '../post.ts'

/**
 * `notifications.data`. All fields are optional, because each type has its own and old rows are not migrated. Unknown
 * fields are not an error.
 */
const notificationData = z.looseObject({
  /** Title and parts of the URL of the post, for all types about a post or a comment. */
  post_title: z.string().optional(),
  post_created_at: instant.optional(),
  post_type: postType.optional(),
  post_slug: z.string().optional(),
  /**
   * comment_on_post, reply_to_comment, subsequent_comment, mention, reaction_on_comment: first 100 characters of the
   * comment. Removed when it is deleted.
   */
  comment_excerpt: z.string().optional(),
  /** reaction_on_post, reaction_on_comment */
  reaction: z.enum(['heart', 'poop']).optional(),
  /** reaction_on_post, reaction_on_comment */
  emoji: z.string().optional(),
  /** vote_on_rumor */
  vote: z.enum(['agree', 'disagree']).optional(),
  /** rumor_status_update */
  rumor_status: rumorStatus.optional(),
  /** post_rejected, rumor_status_update, warning */
  reason: z.string().nullable().optional(),
  /** warning */
  severity: z.enum(severities).nullable().optional(),
  action: z.string().optional(),
  /** warning: chapter of the guidelines, excerpt, length of a ban, and whether the content had been reported. */
  rule: z.string().optional(),
  content_excerpt: z.string().optional(),
  ban_duration_days: z.int().optional(),
  reported: z.boolean().optional(),
  /** warning, report_outcome */
  target_type: z.enum(['post', 'comment', 'profile']).optional(),
  /** report_outcome */
  outcome: z.enum(['ignored', 'deleted', 'acted', 'gone']).optional(),
  decision_id: id.nullable().optional(),
  decided_by: z.enum(['human', 'automatic']).optional(),
})
export type NotificationData = z.infer<typeof notificationData>
