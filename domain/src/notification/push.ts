/** Apple's two push services. A token is known to one of them only: that of the builds Xcode puts on a device is the sandbox. */
export const apnsEnvironments = ['production', 'sandbox'] as const
export type ApnsEnvironment = (typeof apnsEnvironments)[number]

/**
 * Which of them knows the tokens of a build that was signed with this `aps-environment` (`development` or `production`,
 * developer.apple.com: "APS Environment Entitlement"). What an app cannot say is a build of the store.
 */
export const apnsEnvironmentOf = (entitlement: unknown): ApnsEnvironment =>
  entitlement === 'development' ? 'sandbox' : 'production'

/** The Android channel of pushed notifications: made by the app, named by the server with every message. */
export const pushChannel = 'hot'
