/** Apple's two push services. A token is valid for one of them only; builds installed by Xcode use the sandbox. */
export const apnsEnvironments = ['production', 'sandbox'] as const
export type ApnsEnvironment = (typeof apnsEnvironments)[number]

/**
 * The service for tokens of a build signed with this `aps-environment` (`development` or `production`,
 * developer.apple.com: "APS Environment Entitlement"). Without the entitlement, a store build is assumed.
 */
export const apnsEnvironmentOf = (entitlement: unknown): ApnsEnvironment =>
  entitlement === 'development' ? 'sandbox' : 'production'

/** Hosts of the browsers' push services: Chrome and most others (FCM), Firefox, Safari, Edge (WNS); `*.` stands for any part before. */
const pushServices = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const

/**
 * Whether the endpoint of a push subscription (RFC 8030, 2) is of a browser's service. To any other host the server
 * would send a member's requests. Mirrored by `private.is_push_service`.
 */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host } = new URL(endpoint)
  const isOf = (service: string) =>
    service.startsWith('*.') ? host === service.slice(2) || host.endsWith(service.slice(1)) : host === service
  return protocol === 'https:' && pushServices.some(isOf)
}

/** The Android channel of pushed notifications: created by the app and referenced by the server in every message. */
export const pushChannel = 'hot'
