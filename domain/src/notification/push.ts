import { parseUrl } from '../url/parse-url.ts'

/** Apple's two push services. A token is valid for one of them only; builds installed by Xcode use the sandbox. */
export const apnsEnvironments = ['production', 'sandbox'] as const
export type ApnsEnvironment = (typeof apnsEnvironments)[number]

/**
 * The service for tokens of a build that was signed with this `aps-environment` (`development` or `production`,
 * developer.apple.com: "APS Environment Entitlement"). Without one a build from the store is assumed.
 */
export const apnsEnvironmentOf = (entitlement: unknown): ApnsEnvironment =>
  entitlement === 'development' ? 'sandbox' : 'production'

/** Hosts of push services: Chrome and most others, Firefox, Safari, Edge. `*.`: the host and its subdomains. */
const pushServices = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const

/**
 * Whether the endpoint of a push subscription (RFC 8030, 2) belongs to a browser's push service. With other hosts a
 * member could make the server send requests anywhere. `private.is_push_service` applies the same rule.
 */
export function isPushService(endpoint: string): boolean {
  const url = parseUrl(endpoint)
  if (!url) return false
  const { protocol, host } = url
  const isOf = (service: string) =>
    service.startsWith('*.') ? host === service.slice(2) || host.endsWith(service.slice(1)) : host === service
  return protocol === 'https:' && pushServices.some(isOf)
}

/** Id of the Android notification channel, which the app creates and the server names in every message. */
export const pushChannel = 'hot'
