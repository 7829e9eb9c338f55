import type { AuthClient } from '@supabase/auth-js'
import { reportMistake } from '#web/lib/api/report-mistake.ts'
import { fetchBackend } from '#web/lib/api/transport/fetcher.ts'
import { inTime } from '#web/lib/api/transport/time-limit.ts'

/**
 * What events of auth-js do not report: whether a sign-in happened in this tab (other tabs get the same event), and
 * whether a session ended by the server's refusal or by signing out.
 * @package
 */
export const authTraffic = { signedInHere: false, refused: false }

const answersWithSession = /\/(token\?|verify$|signup$)/
const renews = /\/token\?grant_type=refresh_token/
const asksForSession = /\/(token\?grant_type=refresh_token|user$)/
/** Requests that send a mail before they are answered. A time limit would report a failure although the mail was sent. */
const sendsMail = /\/(signup|recover|resend|otp|user)(\?|$)/
const fetchInTime = inTime(fetchBackend)
const refusals = [400, 401, 403, 404]

/**
 * A new session with its expiry by this device's clock. GoTrue uses its own clock: on a device that is an hour ahead every
 * token would look expired and each request would renew it. Without `expires_at`, auth-js counts from `expires_in`.
 */
async function byOwnClock(answer: Response, url: string): Promise<Response> {
  const body: unknown = await answer.clone().json()
  if (typeof body !== 'object' || body === null || !('access_token' in body)) return answer
  if (!renews.test(url)) authTraffic.signedInHere = true
  return new Response(JSON.stringify({ ...body, expires_at: undefined }), answer)
}

/**
 * `fetch` for auth-js.
 * @package
 */
export const authFetch: typeof fetch = (input, init) => fetched(input, init).catch(reportMistake)

async function fetched(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = String(input instanceof Request ? input.url : input)
  const answer = await (sendsMail.test(url) ? fetchBackend : fetchInTime)(input, init)
  // auth-js would end the session on 429, although it may be valid; on 503 it only waits.
  if (answer.status === 429 && renews.test(url)) return new Response(answer.body, { status: 503 })
  if (asksForSession.test(url)) authTraffic.refused = refusals.includes(answer.status)
  return answer.ok && answersWithSession.test(url) ? byOwnClock(answer, url) : answer
}

/**
 * Asks the server whether the session is still valid; if not, auth-js removes it and emits an event. Throws AuthError when
 * the server does not answer.
 * @package
 */
export async function confirmSession(client: InstanceType<typeof AuthClient>): Promise<void> {
  const { error } = await client.getUser()
  if (error?.code === 'user_not_found') await client.signOut({ scope: 'local' })
  else if (error) throw error
}
