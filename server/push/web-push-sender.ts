import https from 'node:https'
import webPush from 'web-push'
import { publicEndpoint, publicLookup } from './public-endpoint.ts'
import type { PushDevice, PushMessage } from './push-message.ts'
import { ANSWER_WITHIN_MS, KEEP_SECONDS, outcomeOf, type PushOutcome, type SendPush } from './push-outcome.ts'

/** Keys of VAPID (RFC 8292) in Base64url. `subject`: `mailto:` or https, whom a push service may ask. */
export type VapidKeys = { publicKey: string; privateKey: string; subject: string }

/** Stand-ins of tests: the one origin beside the public ones, with its certificate, and another clock. */
type Place = { also?: { origin: string; ca: string }; now?: () => Date }

type Answer = { status: number; retryAfter: string | undefined }

function post(url: URL, options: https.RequestOptions, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = https.request(
      url,
      { ...options, method: 'POST', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
      (answer) => {
        // What it says is of no use: the status decides. Redirects are not followed.
        answer.destroy()
        resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** The message in aes128gcm (RFC 8291) with its headers; undefined when the subscription's keys are none. */
function sealed(device: PushDevice, message: PushMessage, vapidDetails: VapidKeys) {
  const { id, ...shown } = message
  const subscription = { endpoint: device.token, keys: { p256dh: device.p256dh ?? '', auth: device.auth ?? '' } }
  try {
    return webPush.generateRequestDetails(subscription, JSON.stringify({ ...shown, tag: id }), {
      vapidDetails,
      TTL: KEEP_SECONDS,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
      // 32 characters at most; a later message replaces one that was not delivered yet.
      topic: id.replaceAll('-', ''),
    })
  } catch {
    return undefined
  }
}

/** Web push (RFC 8030) with VAPID. */
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
