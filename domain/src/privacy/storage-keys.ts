/** Keys of local storage. Renaming one loses what people have stored under it. */
export const storageKeys = {
  theme: 'theme',
  userRole: 'hot_user_role',
  profileCache: 'hot_profile_cache',
  profileCachedAt: 'hot_profile_cached_at',
  consent: 'hot_consent_v1',
  pendingInvite: 'hot_pending_invite',
  /** Older name of the same, read once and moved. */
  pendingInviteLegacy: 'pendingInvite',
  existingUserLogin: 'hot_existing_user_login',
  e2eBypassAuth: 'hot_e2e_bypass_auth',
  conversions: 'hot_conversions',
  lastWarningShown: 'hot_last_warning_shown_at',
  lastBanShown: 'hot_last_ban_shown_at',
  appModalSeen: 'hot_app_modal_seen',
  /** Posts one member is writing and has not sent. */
  postDrafts: 'hot_post_drafts',
  /** Comments one member is writing or has not got through. */
  commentDrafts: 'hot_comment_drafts',
  /** Votes and reactions of one member that found no network. */
  queuedChoices: 'hot_kept_marks',
  /** Of the tab: the visit that events belong to. */
  analyticsVisit: 'hot_analytics_visit',
} as const
export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/** Written only at full consent, and removed when it is withdrawn, from local storage and from the tab's. */
export const analyticsStorageKeys: readonly StorageKey[] = [storageKeys.conversions, storageKeys.analyticsVisit]

const consentLevels = ['none', 'essential', 'full'] as const
export type ConsentLevel = (typeof consentLevels)[number]
/** The choice as this device stores it; `acceptedAt` as ISO 8601. */
export type Consent = { level: ConsentLevel; acceptedAt: string }

/** The stored consent; anything unreadable or without a known level counts as no choice yet, hence as none. */
export function consentOf(stored: string | null): Consent | null {
  if (stored === null) return null
  try {
    return asConsent(JSON.parse(stored))
  } catch {
    // Not JSON: written by something else, or cut off. The banner asks again.
    return null
  }
}

function asConsent(record: unknown): Consent | null {
  if (typeof record !== 'object' || record === null) return null
  const { level, acceptedAt } = record as Partial<Record<keyof Consent, unknown>>
  const known = consentLevels.find((name) => name === level)
  return known && typeof acceptedAt === 'string' && !Number.isNaN(Date.parse(acceptedAt))
    ? { level: known, acceptedAt }
    : null
}
