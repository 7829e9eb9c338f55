import { createHmac, randomUUID } from 'node:crypto'

/** Hands a code over for one phone (digits of E.164 without `+`); fails when the service does not take it. */
export type SendSms = (phone: string, code: string) => Promise<void>

/** The endpoint that sends messages, as Supabase's "Send SMS" hook calls it. `secret`: `v1,whsec_…` or `whsec_…`, Base64 behind it. */
export type SmsHook = { url: string; secret: string }

const TIMEOUT_MS = 5000

/** Signature of Standard Webhooks, which Supabase's hooks carry: https://www.standardwebhooks.com */
function signature(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^v1,/, '').replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

/**
 * Calls the operator's endpoint with what GoTrue's hook sends: `{ user: { phone }, sms: { otp, phone, sms_type } }`
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
    if (!answer.ok) throw new Error(`The SMS service answered ${answer.status}.`)
  }
}
