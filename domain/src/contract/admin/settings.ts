import { z } from 'zod'
import { count, instant, memberRef } from '../parts.ts'

/** Answer of `admin_settings_page()` and `admin_save_settings(…)`. */
export const adminSettings = z.strictObject({
  signup_mode: z.enum(['open', 'invite']),
  extra_mail_domains: z.array(z.string()),
  auto_approve_after_posts: count,
  auto_approve_warning_days: count,
  /** Per member and five minutes. */
  posts_quota: count,
  votes_quota: count,
  /** Hours without a decision after which the team is told. */
  alert_after_hours: count,
  /** Hours without an action of the team after which new accounts are slowed down; 0: never. */
  away_after_hours: count,
  /** Sent back as `p_seen`, to detect concurrent edits. */
  updated_at: instant,
  updated_by: memberRef.nullable(),
})
export type AdminSettings = z.infer<typeof adminSettings>
