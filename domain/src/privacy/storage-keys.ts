/** Keys of local storage. Renaming one loses the data stored under it. */
export const storageKeys = {
  theme: 'theme',
  userRole: 'hot_user_role',
  profileCache: 'hot_profile_cache',
  profileCachedAt: 'hot_profile_cached_at',
  consent: 'hot_consent_v1',
  pendingInvite: 'hot_pending_invite',
  /** Former key of the same data, which is moved on first read. */
  pendingInviteLegacy: 'pendingInvite',
  /** The address that was registered last and waits for its confirmation. */
  registeredMail: 'hot_registered_mail',
  /** The offer of push notifications was declined on this device. */
  pushOfferClosed: 'hot_push_offer_closed',
  /** Somebody who already had an account has signed in on this device. */
  existingUserLogin: 'hot_existing_user_login',
  e2eBypassAuth: 'hot_e2e_bypass_auth',
  conversions: 'hot_conversions',
  /** The question that was answered with `full` named where visits come from. */
  sourceConsent: 'hot_consent_sources',
  lastWarningShown: 'hot_last_warning_shown_at',
  lastBanShown: 'hot_last_ban_shown_at',
  appModalSeen: 'hot_app_modal_seen',
  /** Unsent post drafts of one member, and unsaved long forms of the team. */
  postDrafts: 'hot_post_drafts',
  /** Comment drafts and unsent comments of one member. */
  commentDrafts: 'hot_comment_drafts',
  /** Unsent votes and reactions of one member. */
  queuedChoices: 'hot_kept_marks',
  /** When one member last looked at the lists of Trashtalk. */
  lastVisit: 'hot_last_visit',
  /** Session id of analytics events, in session storage. */
  analyticsVisit: 'hot_analytics_visit',
} as const
export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/** Keys that are written only with full consent, and removed when it is withdrawn. */
export const analyticsStorageKeys: readonly StorageKey[] = [
  storageKeys.conversions,
  storageKeys.sourceConsent,
  storageKeys.analyticsVisit,
]

const consentLevels = ['none', 'essential', 'full'] as const
export type ConsentLevel = (typeof consentLevels)[number]
/** The choice as stored on the device; `acceptedAt` as ISO 8601. */
export type Consent = { level: ConsentLevel; acceptedAt: string }

/** The stored choice; null when it is unreadable or its level is unknown, as if there were none. */
export function consentOf(stored: string | null): Consent | null {
  if (stored === null) return null
  try {
    return asConsent(JSON.parse(stored))
  } catch {
    // Invalid JSON: the banner is shown again.
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
