import type { AdminSettings } from '@hot/domain/contract/admin/settings'
import { domainsOf, type SettingsFields } from '@hot/domain/settings/settings-form'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

export const settingsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', userId, 'settings'],
    queryFn: ({ signal }) => rpc('admin_settings_page', {}, signal),
    staleTime: 0,
    meta: { personal: true },
  })

export const settingsFields = (settings: AdminSettings): SettingsFields => ({
  signupMode: settings.signup_mode,
  domains: settings.extra_mail_domains.join('\n'),
  afterPosts: String(settings.auto_approve_after_posts),
  warningDays: String(settings.auto_approve_warning_days),
  postsQuota: String(settings.posts_quota),
  votesQuota: String(settings.votes_quota),
})

/** Arguments of `admin_save_settings`, over what was last changed at `seen`. */
export const saveArguments = (fields: SettingsFields, seen: string) => ({
  p_seen: seen,
  p_values: {
    signup_mode: fields.signupMode,
    extra_mail_domains: domainsOf(fields.domains),
    auto_approve_after_posts: Number(fields.afterPosts),
    auto_approve_warning_days: Number(fields.warningDays),
    posts_quota: Number(fields.postsQuota),
    votes_quota: Number(fields.votesQuota),
  },
})

/** Throws DataError when somebody changed the settings meanwhile. */
export const saveSettings = (fields: SettingsFields, seen: string) =>
  rpc('admin_save_settings', saveArguments(fields, seen))
