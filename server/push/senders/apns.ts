import { createPrivateKey } from 'node:crypto'
import http2 from 'node:http2'
import type { ApnsEnvironment } from '@hot/domain/notification/push'
import { SignJWT } from 'jose'
import {
  ANSWER_WITHIN_MS,
  KEEP_SECONDS,
  outcomeOf,
  type PushMessage,
  type PushOutcome,
  type SendPush,
} from '../push-message.ts'

/** A key for push notifications of an Apple team. `key`: PEM of the .p8 file; `topic`: bundle id of the app. */
export type ApnsKey = { key: string; keyId: string; teamId: string; topic: string }

type Origins = Record<ApnsEnvironment, string>
/** Test overrides: other origins with their certificate, another clock. */
type Place = { origins?: Origins; ca?: string; now?: () => Date }

/** developer.apple.com: "Sending notification requests to APNs", Establish a connection to APNs. */
const APPLE: Origins = { production: 'https://api.push.apple.com', sandbox: 'https://api.sandbox.push.apple.com' }

/** Apple refuses provider tokens that are older than an hour, or renewed more often than every 20 minutes. */
const TOKEN_LASTS_MS = 50 * 60_000
const IDLE_MS = 60_000

/** Payload as in Apple's "Generating a remote notification", with our fields beside `aps`. */
const payloadOf = ({ id, type, title, body, path, badge }: PushMessage) =>
  JSON.stringify({ aps: { alert: { title, body }, badge, sound: 'default' }, notification: id, type, path })

function providerToken({ key, keyId, teamId }: ApnsKey, now: () => Date) {
  const signingKey = createPrivateKey(key)
  let cached: { token: Promise<string>; at: number } | undefined
  return {
    current(): Promise<string> {
      const at = now().getTime()
      if (cached && at - cached.at < TOKEN_LASTS_MS) return cached.token
      const token = new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: keyId })
        .setIssuer(teamId)
        .setIssuedAt(Math.floor(at / 1000))
        .sign(signingKey)
      cached = { token, at }
      return token
    },
    forget() {
      cached = undefined
    },
  }
}

type Answer = { status: number; reason: string; retryAfter: string | undefined }

function post(session: http2.ClientHttp2Session, headers: http2.OutgoingHttpHeaders, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': 'POST', ...headers })
    let answered: http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader = {}
    let text = ''
    stream.setTimeout(ANSWER_WITHIN_MS, () => stream.destroy(new Error('APNs antwortet nicht.')))
    stream.setEncoding('utf8')
    stream.on('response', (given) => {
      answered = given
    })
    stream.on('data', (chunk: string) => {
      text = (text + chunk).slice(0, 2000)
    })
    stream.on('error', reject)
    stream.on('close', () => reject(new Error('APNs hat die Verbindung geschlossen.')))
    stream.on('end', () => {
      const reason = /"reason"\s*:\s*"(\w+)"/.exec(text)?.[1] ?? ''
      resolve({ status: answered[':status'] ?? 0, reason, retryAfter: answered['retry-after'] })
    })
    stream.end(body)
  })
}

/** One HTTP/2 connection, opened for the first message and closed after a minute without any. */
function connectionTo(origin: string, ca: string | undefined) {
  let session: http2.ClientHttp2Session | undefined
  return {
    open(): http2.ClientHttp2Session {
      if (session && !session.closed && !session.destroyed) return session
      const opened = http2.connect(origin, ca ? { ca } : {})
      // Pending requests fail and are retried over a new connection.
      opened.on('error', () => opened.destroy())
      opened.on('goaway', () => opened.close())
      opened.setTimeout(IDLE_MS, () => opened.close())
      opened.unref()
      session = opened
      return opened
    },
    close: () => session?.close(),
  }
}

/**
 * Sends through the Apple Push Notification service, production and sandbox, over one connection to each
 * (developer.apple.com: "Sending notification requests to APNs", "Handling notification responses from APNs").
 */
export function apnsSender(key: ApnsKey, place: Place = {}): { send: SendPush; close: () => void } {
  const { origins = APPLE, ca, now = () => new Date() } = place
  const token = providerToken(key, now)
  const connections = {
    production: connectionTo(origins.production, ca),
    sandbox: connectionTo(origins.sandbox, ca),
  } satisfies Record<ApnsEnvironment, unknown>
  const judge = ({ status, reason, retryAfter }: Answer): PushOutcome => {
    const problem = `${status} ${reason}`.trim()
    if (status === 410 || reason === 'BadDeviceToken') return { kind: 'gone', problem }
    // The clock or the key is wrong, not the message, so it is sent again later.
    if (status === 403) {
      if (reason === 'ExpiredProviderToken') token.forget()
      return { kind: 'later', problem, waitSeconds: 0 }
    }
    return outcomeOf(status, problem, retryAfter, now())
  }
  return {
    async send(message, device) {
      const headers = {
        ':path': `/3/device/${device.token}`,
        authorization: `bearer ${await token.current()}`,
        'apns-topic': key.topic,
        'apns-push-type': 'alert',
        'apns-priority': '10',
        'apns-expiration': String(Math.floor(now().getTime() / 1000) + KEEP_SECONDS),
        'apns-collapse-id': message.id,
        'content-type': 'application/json',
      }
      const connection = connections[device.environment ?? 'production']
      return judge(await post(connection.open(), headers, payloadOf(message)))
    },
    close() {
      for (const connection of Object.values(connections)) connection.close()
    },
  }
}
