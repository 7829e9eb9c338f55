import { z } from 'zod'
import { automodActions, automodStates, automodTargets } from '../../moderation/automod-form.ts'
import { reasonKinds } from '../../moderation/reason-templates.ts'
import { legalFieldNames } from '../../settings/legal-fields.ts'
import { count, id, instant, memberRef } from '../parts.ts'

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
  /** The first weeks of the site: until when, and how many confirmed members there are. Null: they are over, or have not begun. */
  youth: z.strictObject({ until: instant, members: count }).nullable(),
})
export type AdminSettings = z.infer<typeof adminSettings>

const limit = z.int().positive().nullable()

/** A rule that looks at what members write; every condition that is given has to be met. */
export const automodRule = z.strictObject({
  id,
  name: z.string(),
  state: z.enum(automodStates),
  applies_to: z.array(z.enum(automodTargets)),
  action: z.enum(automodActions),
  /** Any of them; `*` at the end: words that begin so. Empty: no condition. */
  words: z.array(z.string()),
  min_links: limit,
  /** The account is younger than that. */
  max_account_days: limit,
  /** Fewer posts and comments than that are online. */
  max_contributions: limit,
  /** At least so many posts and comments within an hour, this one included. */
  min_per_hour: limit,
  is_repeated: z.boolean(),
  names_star: z.boolean(),
  updated_at: instant,
  /** How often it held or reported something in 7 days. */
  hits: count,
})
export type AutomodRule = z.infer<typeof automodRule>

/** `admin_automod_page()`, for admins. */
export const automodPage = z.strictObject({ rules: z.array(automodRule) })
export type AutomodPage = z.infer<typeof automodPage>

/**
 * `admin_try_automod_rule(p_values)`: what a rule would have met among the latest 2,000 posts and 5,000 comments of the
 * last 7 days, and the latest 5,000 nicknames. `p_values` as for `admin_save_automod_rule(p_id, p_seen, p_values)`: `name` to `names_star` of the rule.
 * Hints: `rule_invalid`, `changed_meanwhile`, `too_many_rules`; 23505: the name is taken.
 */
export const automodTrial = z.strictObject({
  checked: count,
  posts: count,
  comments: count,
  /** Members who have such a nickname, whenever they chose it. */
  names: count,
  members: count,
  /** The latest 20. */
  examples: z.array(
    z.strictObject({
      id,
      kind: z.enum(automodTargets),
      text: z.string(),
      at: instant,
      by: z.string().nullable(),
    }),
  ),
})
export type AutomodTrial = z.infer<typeof automodTrial>

const ownText = <Content extends z.ZodType>(content: Content) =>
  z.strictObject({ content, updated_at: instant, updated_by_name: z.string().nullable() }).nullable()

/** Templates that this installation has written itself, by kind; `admin_reasons()`, for staff. */
export const teamReasons = z.partialRecord(z.enum(reasonKinds), z.array(z.string()))
export type TeamReasons = z.infer<typeof teamReasons>

/**
 * `admin_texts_page()` and `admin_save_text(p_name, p_seen, p_content)`, for admins: null where the text is the one that
 * comes with HoT, as after saving null. Hints: `changed_meanwhile`, `text_invalid`.
 */
export const adminTexts = z.strictObject({
  reasons: ownText(teamReasons),
  guidelines: ownText(z.string()),
  accessibility: ownText(z.string()),
  operator: ownText(z.partialRecord(z.enum(legalFieldNames), z.string())),
})
export type AdminTexts = z.infer<typeof adminTexts>
