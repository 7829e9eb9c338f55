import https from 'node:https'
import { isPushService } from '@hot/domain/notification/push'
import webPush from 'web-push'
import { publicLookup } from '../../wire/public-addresses.ts'
import {
  ANSWER_WITHIN_MS,
  KEEP_SECONDS,
  outcomeOf,
  type PushDevice,
  type PushMessage,
  type PushOutcome,
  type SendPush,
} from '../push-message.ts'

/** Longest endpoint in characters, as in `push_devices`. */
const longest = 1000

/**
 * The URL of a subscription's endpoint, which a client has sent: undefined unless it belongs to a browser's push
 * service and has no credentials.
 */
export function publicEndpoint(endpoint: string): URL | undefined {
  if (endpoint.length > longest || !isPushService(endpoint)) return undefined
  const url = new URL(endpoint)
  return url.username || url.password ? undefined : url
}

/** VAPID keys (RFC 8292) in Base64url. `subject`: the contact for push services, a `mailto:` or https URL. */
export type VapidKeys = { publicKey: string; privateKey: string; subject: string }

/** Test overrides: one additional origin with its certificate, and another clock. */
type Place = { also?: { origin: string; ca: string }; now?: () => Date }

type Answer = { status: number; retryAfter: string | undefined }

function post(url: URL, options: https.RequestOptions, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = https.request(
      url,
      { ...options, method: 'POST', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
      (answer) => {
        // The body is ignored: only the status matters. Redirects are not followed.
        answer.destroy()
        resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** The request for a message, encrypted by aes128gcm (RFC 8291); undefined when the subscription's keys are invalid. */
function sealed(device: PushDevice, message: PushMessage, vapidDetails: VapidKeys) {
  const { id, ...shown } = message
  const subscription = { endpoint: device.token, keys: { p256dh: device.p256dh ?? '', auth: device.auth ?? '' } }
  try {
    return webPush.generateRequestDetails(subscription, JSON.stringify({ ...shown, tag: id }), {
      vapidDetails,
      TTL: KEEP_SECONDS,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
      // 32 characters at most; a later message replaces an undelivered one.
      topic: id.replaceAll('-', ''),
    })
  } catch {
    return undefined
  }
}

/** Sends by Web Push (RFC 8030) with VAPID. */
export function webPushSender(keys: VapidKeys, { also, now = () => new Date() }: Place = {}): SendPush {
  return async (message, device): Promise<PushOutcome> => {
    const isStandIn = also !== undefined && device.token.startsWith(`${also.origin}/`)
    const url = isStandIn ? new URL(device.token) : publicEndpoint(device.token)
    if (!url) return { kind: 'gone', problem: 'no public endpoint' }
    const details = sealed(device, message, keys)
    if (!details) return { kind: 'gone', problem: 'unusable keys' }
    const way = isStandIn ? { ca: also.ca } : { lookup: publicLookup }
    const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]))
    const { status, retryAfter } = await post(url, { ...way, headers }, details.body as Buffer)
    if (status === 404 || status === 410) return { kind: 'gone', problem: String(status) }
    return outcomeOf(status, String(status), retryAfter, now())
  }
}
