/** Apple's two push services. A token is valid for one of them only; builds installed by Xcode use the sandbox. */
export const apnsEnvironments = ['production', 'sandbox'] as const
export type ApnsEnvironment = (typeof apnsEnvironments)[number]

/**
 * The service for tokens of a build signed with this `aps-environment` (`development` or `production`,
 * developer.apple.com: "APS Environment Entitlement"). Without the entitlement, a store build is assumed.
 */
export const apnsEnvironmentOf = (entitlement: unknown): ApnsEnvironment =>
  entitlement === 'development' ? 'sandbox' : 'production'

/** The Android channel of pushed notifications: created by the app and referenced by the server in every message. */
export const pushChannel = 'hot'
