import { z } from 'zod'
import { severities } from '../../moderation/case-rules.ts'
import { count, cursor, id, instant, memberRef } from '../parts.ts'

export const memberRole = z.enum(['user', 'moderator', 'admin'])
export type MemberRole = z.infer<typeof memberRole>

/** A member as admins see them, with e-mail address and full name. */
const adminMember = z.strictObject({
  id,
  email: z.string().nullable(),
  full_name: z.string().nullable(),
  nickname: z.string().nullable(),
  slug: z.string().nullable(),
  avatar_url: z.string().nullable(),
  role: memberRole,
  is_banned: z.boolean(),
  /** null with `is_banned`: permanently. */
  banned_until: instant.nullable(),
  needs_invite: z.boolean(),
  karma: z.int(),
  provider_type: z.string(),
  created_at: instant,
})
export type AdminMember = z.infer<typeof adminMember>

/**
 * `admin_users_page(p_query, p_role, p_state, p_after, p_limit)`, admins only: newest first. `ids`, on the first page only:
 * the latest 1,000 of all that match and may be banned.
 */
export const adminUsersPage = z.strictObject({ items: z.array(adminMember), next: cursor, ids: z.array(id).nullable() })
export type AdminUsersPage = z.infer<typeof adminUsersPage>

/** A decision of staff about a member. */
const adminDecision = z.strictObject({
  id,
  action: z.enum(['rejected', 'deleted', 'edited', 'warned', 'banned', 'unbanned', 'restored']),
  severity: z.enum(severities).nullable(),
  reason: z.string(),
  ban_duration_days: count.nullable(),
  /** False for the `warned` that a rejection writes. */
  counts_as_warning: z.boolean(),
  target_type: z.enum(['post', 'comment', 'profile']),
  /** Words of what it was about; null after 180 days, and where nothing was removed. */
  excerpt: z.string().nullable(),
  /** Whether admins can take it back. */
  can_lift: z.boolean(),
  created_at: instant,
  by: memberRef.nullable(),
})
export type AdminDecision = z.infer<typeof adminDecision>

/** `admin_take_back(p_id, p_reason)`: what became of the decision, as told to the member. */
export const takenBack = z.strictObject({ effect: z.string() })
export type TakenBack = z.infer<typeof takenBack>

/** `admin_ban_spammer(p_id)` and `admin_restore_spam(p_id, p_reason)`: how many were removed or restored. */
export const spamAnswer = z.strictObject({ posts: count, comments: count })
export type SpamAnswer = z.infer<typeof spamAnswer>

/** `admin_user_page(p_id)`: a member's record, or null. Counts go up to 1,000, that of sessions up to 100. */
export const adminUserPage = z
  .strictObject({
    member: adminMember,
    bio: z.string().nullable(),
    /** Whether the e-mail address is confirmed. */
    confirmed: z.boolean(),
    invited_at: instant.nullable(),
    last_sign_in_at: instant.nullable(),
    two_factor: z.boolean(),
    sessions: count,
    posts: count,
    comments: count,
    /** In the last 90 days. */
    warnings: count,
    is_last_admin: z.boolean(),
    invite_code: z.string().nullable(),
    /** What was removed as spam and can still be restored. */
    spam: z.strictObject({ posts: count, comments: count, removed_at: instant }).nullable(),
    /** Latest first, 100 at most. */
    history: z.array(adminDecision),
  })
  .nullable()
export type AdminUserPage = z.infer<typeof adminUserPage>
