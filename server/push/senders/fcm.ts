import { createPrivateKey } from 'node:crypto'
import { pushChannel } from '@hot/domain/notification/push'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { ANSWER_WITHIN_MS, KEEP_SECONDS, outcomeOf, type PushMessage, type SendPush } from '../push-message.ts'

/** The needed fields of a service account's JSON file. */
export const fcmAccount = z.object({
  project_id: z.string().regex(/^[a-z0-9:.-]{4,64}$/),
  client_email: z.string().regex(/^[^@\s]+@[^@\s]+$/),
  private_key: z.string(),
})
export type FcmAccount = z.infer<typeof fcmAccount>

/** Test overrides. */
type Place = { tokenUrl?: string; origin?: string; now?: () => Date }

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
/** Seconds before expiry at which an access token is no longer used. */
const TOKEN_MARGIN = 60

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const errorAnswer = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z.array(z.object({ errorCode: z.string().optional() })).optional(),
  }),
})

const payloadOf = ({ id, type, title, body, path, badge }: PushMessage, token: string) =>
  JSON.stringify({
    message: {
      token,
      notification: { title, body },
      data: { notification: id, type, path },
      android: {
        collapse_key: id,
        priority: 'HIGH',
        ttl: `${KEEP_SECONDS}s`,
        notification: { channel_id: pushChannel, tag: id, notification_count: badge },
      },
    },
  })

/**
 * Gets an access token of the account by a signed assertion
 * (developers.google.com/identity/protocols/oauth2/service-account#httprest).
 */
function accessToken({ client_email, private_key }: FcmAccount, tokenUrl: string, now: () => Date) {
  const key = createPrivateKey(private_key)
  let cached: { token: Promise<string>; until: number } | undefined
  async function fetchToken(): Promise<string> {
    const seconds = Math.floor(now().getTime() / 1000)
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(client_email)
      .setAudience(tokenUrl)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3600)
      .sign(key)
    const answer = await fetch(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    if (!answer.ok) throw new Error(`Google gibt kein Token heraus: Status ${answer.status}`)
    const { access_token, expires_in } = tokenAnswer.parse(await answer.json())
    if (cached) cached.until = (seconds + expires_in - TOKEN_MARGIN) * 1000
    return access_token
  }
  return {
    /** Concurrent messages share one token request. */
    current(): Promise<string> {
      if (cached && now().getTime() < cached.until) return cached.token
      const token = fetchToken()
      const entry = { token, until: Number.POSITIVE_INFINITY }
      cached = entry
      token.catch(() => {
        if (cached === entry) cached = undefined
      })
      return token
    },
    forget() {
      cached = undefined
    },
  }
}

async function errorCode(answer: Response): Promise<string> {
  const read = errorAnswer.safeParse(await answer.json().catch(() => undefined))
  if (!read.success) return ''
  const { status, details } = read.data.error
  return details?.find((detail) => detail.errorCode)?.errorCode ?? status ?? ''
}

/** Sends by Firebase Cloud Messaging, HTTP v1 (firebase.google.com/docs/reference/fcm/rest/v1/projects.messages). */
export function fcmSender(account: FcmAccount, place: Place = {}): SendPush {
  const {
    tokenUrl = 'https://oauth2.googleapis.com/token',
    origin = 'https://fcm.googleapis.com',
    now = () => new Date(),
  } = place
  const token = accessToken(account, tokenUrl, now)
  return async (message, device) => {
    const answer = await fetch(`${origin}/v1/projects/${account.project_id}/messages:send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await token.current()}`, 'content-type': 'application/json' },
      body: payloadOf(message, device.token),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const code = await errorCode(answer)
    const problem = `${answer.status} ${code}`.trim()
    if (answer.status === 404 || code === 'UNREGISTERED') return { kind: 'gone', problem }
    if (answer.status === 401) {
      token.forget()
      return { kind: 'later', problem, waitSeconds: 0 }
    }
    return outcomeOf(answer.status, problem, answer.headers.get('retry-after'), now())
  }
}
