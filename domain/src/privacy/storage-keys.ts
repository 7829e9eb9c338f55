/** Keys of local storage. Renaming one loses the data stored under it. */
export const storageKeys = {
  theme: 'theme',
  /** The session of auth-js. */
  session: 'sb-hot-auth-token',
  userRole: 'hot_user_role',
  profileCache: 'hot_profile_cache',
  profileCachedAt: 'hot_profile_cached_at',
  /** The choice that was made on this device with nobody signed in. */
  consent: 'hot_consent_v1',
  /** The choice of the member who is signed in; it holds while they are, and goes with their session. */
  memberConsent: 'hot_member_consent',
  pendingInvite: 'hot_pending_invite',
  /** Former key of the same data, which is moved on first read. */
  pendingInviteLegacy: 'pendingInvite',
  /** The address that was registered last and waits for its confirmation. */
  registeredMail: 'hot_registered_mail',
  /** The address to which a link was requested last. */
  askedMail: 'hot_asked_mail',
  /** The offer of push notifications was declined on this device. */
  pushOfferClosed: 'hot_push_offer_closed',
  /** Single letters do nothing by themselves on this device. */
  letterKeysOff: 'hot_letter_keys_off',
  /** Somebody who already had an account has signed in on this device. */
  existingUserLogin: 'hot_existing_user_login',
  e2eBypassAuth: 'hot_e2e_bypass_auth',
  conversions: 'hot_conversions',
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

/** Keys that say whose account is being made here: they end with the first session, and with the account. */
export const registrationStorageKeys: readonly StorageKey[] = [storageKeys.registeredMail, storageKeys.askedMail]

/** Keys that are written only with full consent, and removed when it is withdrawn. */
export const analyticsStorageKeys: readonly StorageKey[] = [storageKeys.conversions, storageKeys.analyticsVisit]
