import type { AdminSettings } from '@hot/domain/contract/admin/settings'

/** The settings as typed. */
export type SettingsDraft = {
  signupMode: AdminSettings['signup_mode']
  domains: string
  afterPosts: string
  warningDays: string
  postsQuota: string
  votesQuota: string
}
export type Mistakes = Partial<Record<keyof SettingsDraft, string>>

/** What the columns of app_settings bear. */
const bounds = {
  afterPosts: { least: 0, most: 1000 },
  warningDays: { least: 0, most: 3650 },
  postsQuota: { least: 1, most: 10_000 },
  votesQuota: { least: 1, most: 100_000 },
} as const

const domain = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

export const domainsOf = (typed: string): string[] =>
  typed
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)

export const draftOf = (settings: AdminSettings): SettingsDraft => ({
  signupMode: settings.signup_mode,
  domains: settings.extra_mail_domains.join('\n'),
  afterPosts: String(settings.auto_approve_after_posts),
  warningDays: String(settings.auto_approve_warning_days),
  postsQuota: String(settings.posts_quota),
  votesQuota: String(settings.votes_quota),
})

/** German sentences by field; empty when everything can be saved. */
export function mistakesIn(draft: SettingsDraft): Mistakes {
  const mistakes: Mistakes = {}
  for (const [field, { least, most }] of Object.entries(bounds) as [
    keyof typeof bounds,
    { least: number; most: number },
  ][]) {
    const value = draft[field].trim()
    const fits = /^\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most
    if (!fits) mistakes[field] = `Gib eine Zahl von ${least} bis ${most.toLocaleString('de-DE')} ein.`
  }
  const wrong = domainsOf(draft.domains).find((name) => !domain.test(name))
  if (wrong) mistakes.domains = `„${wrong}“ ist keine Domain. Schreib sie wie firma.de, eine je Zeile.`
  return mistakes
}

/** Arguments of `admin_save_settings`, over what was last changed at `seen`. */
export const savedArguments = (draft: SettingsDraft, seen: string) => ({
  p_seen: seen,
  p_values: {
    signup_mode: draft.signupMode,
    extra_mail_domains: domainsOf(draft.domains),
    auto_approve_after_posts: Number(draft.afterPosts),
    auto_approve_warning_days: Number(draft.warningDays),
    posts_quota: Number(draft.postsQuota),
    votes_quota: Number(draft.votesQuota),
  },
})
