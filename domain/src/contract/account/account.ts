import { z } from 'zod'
import { count, id, instant, memberRef } from '../parts.ts'
import { notificationType, teamAlert } from './notification-data.ts'

/**
 * RPCs of the account pages. They act on the caller; guests get 42501, unless an RPC is marked `anon too`. See also
 * `content.ts` (stars, posts, comments), `security.ts` (sessions, export, deletion) and `invite.ts`.
 */

const role = z.enum(['user', 'moderator', 'admin'])

/** The caller's own profile. `avatar_url` is a path at the backend: `/storage/v1/object/public/avatars/…`. */
export const ownProfile = z.strictObject({
  id,
  email: z.string().nullable(),
  full_name: z.string().nullable(),
  nickname: z.string().nullable(),
  slug: z.string().nullable(),
  avatar_url: z.string().nullable(),
  bio: z.string().nullable(),
  provider_type: z.string(),
  role,
  karma: z.int(),
  analytics_consent: z.boolean(),
  analytics_consent_updated_at: instant.nullable(),
  /** Version of the question that was answered; null: the first, or none. */
  analytics_consent_text: z.int().nullable(),
  /** No nickname yet: the dialog to choose one opens. */
  needs_nickname: z.boolean(),
  /** Has not said to be at least 16: asked with the nickname. */
  needs_age: z.boolean(),
  /** Signed up through a provider in invite mode: may not write before `redeem_invite(code)`. */
  needs_invite: z.boolean(),
  created_at: instant,
})
export type OwnProfile = z.infer<typeof ownProfile>

export const accountNotification = z.strictObject({
  id,
  type: notificationType,
  title: z.string(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()),
  post_id: id.nullable(),
  comment_id: id.nullable(),
  /** The latest of `actors_count` people; null: staff, the system, or a deleted account. */
  actor: memberRef.nullable(),
  actors_count: count,
  read: z.boolean(),
  created_at: instant,
})
export type AccountNotification = z.infer<typeof accountNotification>

/** `account_page()`: the overview of the account. 42501 with hint `account_gone` when the account was deleted. */
export const accountPage = z.strictObject({
  profile: ownProfile,
  /** 1 with avatar and nickname, else 0.5. */
  completion: z.union([z.literal(0.5), z.literal(1)]),
  /** Rank among all members by karma; null without a nickname or beyond 1,000. */
  karma_rank: z.int().nullable(),
  counts: z.strictObject({
    posts: count,
    pending_posts: count,
    rejected_posts: count,
    comments: count,
    fan_of: count,
    unread_notifications: count,
  }),
  /** The five latest, without `reply_to_comment`. */
  notifications: z.array(accountNotification),
  /** null: not banned. `until` null: permanently. `reason` null: none was given. */
  ban: z.strictObject({ until: instant.nullable(), reason: z.string().nullable() }).nullable(),
})
export type AccountPage = z.infer<typeof accountPage>

/**
 * `nickname_available(p_nickname)`. The caller's own nickname is available. `reason`: why it is not, null if it is. 429
 * (hint `rate_limited`) after 100 requests in five minutes.
 */
export const nicknameAvailability = z.strictObject({
  available: z.boolean(),
  reason: z.enum(['form', 'reserved', 'taken']).nullable(),
})
export type NicknameAvailability = z.infer<typeof nicknameAvailability>

/**
 * `set_nickname(p_nickname, p_age_text)` answers `ownProfile`. `p_age_text`: `ageConfirmation.version` with the first one.
 * Errors by hint: `nickname_form`, `nickname_reserved`, `nickname_taken` (SQLSTATE 23505), `age_required`, `rate_limited` (429).
 *
 * `update_own_profile(p_bio, p_avatar_path, p_seen)` answers `ownProfile`. Both replace the stored values: null (or an empty
 * bio) removes. `p_seen`: `{bio, avatar_path}` as the form was filled; what equals it is left as it stands, and another bio is
 * refused if it has changed since (`changed_meanwhile`). `p_avatar_path`: name of an uploaded object in the bucket `avatars`, `{user id}/{uuid}.webp`. Errors by
 * hint: `avatar_not_own`, `avatar_missing`, `bio_too_long`. The client deletes the previous file afterwards.
 */

/** Where a notification goes: app and device, or the app only. */
export const channel = z.enum(['push', 'app'])
export type Channel = z.infer<typeof channel>

/**
 * `notification_settings()`: all types in a fixed order. `changeable`: false for types that are `alwaysOn`. `channel`:
 * where it goes while it is on. First comes `all`, off while every type rests that can be switched off.
 */
export const notificationSettings = z.array(
  z.strictObject({
    type: z.union([z.literal('all'), notificationType]),
    enabled: z.boolean(),
    changeable: z.boolean(),
    channel,
  }),
)
export type NotificationSettings = z.infer<typeof notificationSettings>
/** `set_notification_setting(p_type, p_enabled, p_channel)` answers `notificationSettings`; hint `not_changeable`. */

/** How often the mail about unread notifications comes. */
export const digestRhythm = z.enum(['off', 'daily', 'weekly'])
export type DigestRhythm = z.infer<typeof digestRhythm>
/** `own_digest()` and `set_digest(p_rhythm)`, hint `rhythm_unknown`. */
export const ownDigest = z.strictObject({ rhythm: digestRhythm })
export type OwnDigest = z.infer<typeof ownDigest>
/** `set_digest_by_code(p_code, p_rhythm)` (anon too): what it was; null for an unknown code. */
export const digestByCode = z.strictObject({ former: digestRhythm.nullable() })
export type DigestByCode = z.infer<typeof digestByCode>

/**
 * `own_team_mails()` and, for the team, `admin_set_team_mails(p_alerts, p_briefing, p_weekly)` with `p_alerts` as
 * `{kind: {app, mail}}`; null for others.
 */
export const ownTeamMails = z
  .strictObject({
    /** Of what the caller hears, and whether by notification, by mail or both. */
    alerts: z.array(z.strictObject({ alert: teamAlert, app: z.boolean(), mail: z.boolean() })),
    briefing: z.boolean(),
    /** null: moderators do not see the figures of the week. */
    weekly: z.boolean().nullable(),
  })
  .nullable()
export type OwnTeamMails = z.infer<typeof ownTeamMails>

/** `own_search_listing()` and `set_search_listing(p_wanted)`: whether search engines may list the caller's profile. */
export const ownSearchListing = z.strictObject({
  /** What the member chose. */
  wanted: z.boolean(),
  /** Whether they may now: not while the member is banned or has written nothing public. */
  listed: z.boolean(),
})
export type OwnSearchListing = z.infer<typeof ownSearchListing>

/** `own_hit_rate()` and `set_hit_rate_shown(p_shown)`: the caller's votes on rumors that are decided. */
export const ownHitRate = z.strictObject({ hits: count, decided: count, shown: z.boolean() })
export type OwnHitRate = z.infer<typeof ownHitRate>
