import { createHmac, randomUUID } from 'node:crypto'
import { words } from '../words.ts'

/** Sends a code to a phone (digits of E.164 without `+`); rejects if the service does not accept it. */
export type SendSms = (phone: string, code: string) => Promise<void>

/** The endpoint that Supabase's "Send SMS" hook calls. `secret`: `v1,whsec_…` or `whsec_…`, followed by Base64. */
export type SmsHook = { url: string; secret: string }

const TIMEOUT_MS = 5000

/** Signature as Supabase's hooks carry it, of Standard Webhooks: https://www.standardwebhooks.com */
function signature(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^v1,/, '').replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

/**
 * Calls the operator's endpoint with the payload of GoTrue's hook: `{ user: { phone }, sms: { otp, phone, sms_type } }`
 * (internal/hooks/v0hooks, SendSMSInput). One endpoint serves Supabase and us.
 */
export function smsSender({ url, secret }: SmsHook, send: typeof fetch = fetch): SendSms {
  return async (phone, code) => {
    const body = JSON.stringify({ user: { phone }, sms: { otp: code, phone, sms_type: 'mfa' } })
    const id = randomUUID()
    const seconds = Math.floor(Date.now() / 1000)
    const answer = await send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signature(secret, id, seconds, body),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(words.log.smsRefused(answer.status))
  }
}
