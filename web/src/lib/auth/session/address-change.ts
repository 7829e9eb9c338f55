import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { fetchBackend } from '#web/lib/api/transport/fetcher.ts'
import { inTime } from '#web/lib/api/transport/time-limit.ts'

const fetchInTime = inTime(fetchBackend)

/** An error as auth-js throws them. */
const failure = (code: string, status: number, message: string) => Object.assign(new Error(message), { code, status })

async function refusal(answer: Response): Promise<Error> {
  // A Supabase project has no such call.
  if (answer.status === 404) return failure('stop_unavailable', 404, 'not found')
  const body: unknown = await answer.json().catch(() => null)
  const code =
    typeof body === 'object' && body !== null ? (Reflect.get(body, 'error_code') ?? Reflect.get(body, 'code')) : ''
  return failure(typeof code === 'string' ? code : '', answer.status, `email_change/stop: ${answer.status}`)
}

/**
 * Stops the change of address that one of its two mailed links belongs to. Resolves with true if it was the mail to the
 * account's own address: then every session of the account has ended. Rejects with an error like those of auth-js.
 */
export async function stopAddressChange(tokenHash: string): Promise<boolean> {
  const { supabaseUrl, publishableKey } = await runtimeConfig()
  const answer = await fetchInTime(`${supabaseUrl || window.location.origin}/auth/v1/email_change/stop`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ token_hash: tokenHash }),
  }).catch((error: unknown) => {
    throw Object.assign(failure('', 0, 'no answer'), { cause: error })
  })
  if (!answer.ok) throw await refusal(answer)
  const body: unknown = await answer.json()
  return typeof body === 'object' && body !== null && Reflect.get(body, 'sessions_ended') === true
}
