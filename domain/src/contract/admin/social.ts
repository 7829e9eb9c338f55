import { z } from 'zod'
import { broadcasterRef, providerRef } from '../format.ts'
import { count, cursor, id, instant } from '../parts.ts'
import { socialAccount } from '../star.ts'
import { adminStarRef } from './stars.ts'

/** Also the answer of `admin_save_social(…)`. `month_ago`: the latest followers that are at least 30 days old. */
export const adminSocialAccount = socialAccount.extend({ id, month_ago: count.nullable(), star: adminStarRef })
export type AdminSocialAccount = z.infer<typeof adminSocialAccount>

/** `admin_social_page(p_star, p_query, p_platform, p_state, p_sort, p_after, p_limit)` */
export const adminSocialPage = z.strictObject({ items: z.array(adminSocialAccount), next: cursor })
export type AdminSocialPage = z.infer<typeof adminSocialPage>

/**
 * `admin_import_social(p_lines, p_apply, p_seen)`: what each line changes. `before`: followers so far; null: unknown. `p_seen`: the
 * answer that was shown; hint `import_changed` if it would be another one by now.
 */
export const socialImportAnswer = z.array(
  z.strictObject({
    line: z.int().min(1),
    star_id: id.nullable(),
    star_slug: z.string().nullable(),
    /** Name in the database, otherwise as written in the line. */
    star_name: z.string(),
    account_id: id.nullable(),
    platform: socialAccount.shape.platform,
    handle: z.string().nullable(),
    url: z.string().nullable(),
    before: count.nullable(),
    followers: count.nullable(),
    effect: z.enum(['new', 'changed', 'same', 'problem']),
    problem: z.enum(['unknown_star', 'ambiguous_star', 'repeated', 'handle_missing']).nullable(),
  }),
)
export type SocialImportAnswer = z.infer<typeof socialImportAnswer>

/** Usage of a channel. `events` is counted up to 1,000; `updated_at` is sent back as `p_seen`. */
const use = { active: z.boolean(), updated_at: instant, formats: count, events: count }

/** `admin_channels_page()`: broadcasters by type, then name, and streaming providers by name. */
export const adminChannelsPage = z.strictObject({
  broadcasters: z.array(broadcasterRef.extend(use)),
  providers: z.array(providerRef.extend(use)),
})
export type AdminChannelsPage = z.infer<typeof adminChannelsPage>
export type AdminBroadcaster = AdminChannelsPage['broadcasters'][number]
export type AdminProvider = AdminChannelsPage['providers'][number]
