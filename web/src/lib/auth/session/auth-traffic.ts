import { fetchBackend } from '#web/lib/api/transport/fetcher.ts'
import { inTime } from '#web/lib/api/transport/time-limit.ts'

/**
 * What auth-js does not say in its events: whether a sign-in happened in this tab (other tabs get the same event), and
 * whether the server refused the session or somebody signed out.
 * @package
 */
export const authTraffic = { signedInHere: false, refused: false }

const answersWithSession = /\/(token\?|verify$|signup$)/
const renews = /\/token\?grant_type=refresh_token/
const asksForSession = /\/(token\?grant_type=refresh_token|user$)/
/** These send a mail before they answer: with a time limit, people would get a mail and read that it failed. */
const sendsMail = /\/(signup|recover|resend|otp|user)(\?|$)/
const fetchInTime = inTime(fetchBackend)
const refusals = [400, 401, 403, 404]

/**
 * A new session with its end by this device's clock. GoTrue names it by its own; with a clock that is an hour ahead
 * every token would look expired and each request would ask for a new one. auth-js counts from `expires_in` instead.
 */
async function byOwnClock(answer: Response, url: string): Promise<Response> {
  const body: unknown = await answer.clone().json()
  if (typeof body !== 'object' || body === null || !('access_token' in body)) return answer
  if (!renews.test(url)) authTraffic.signedInHere = true
  return Response.json({ ...body, expires_at: undefined }, answer)
}

/**
 * The network as auth-js sees it.
 * @package
 */
export const authFetch: typeof fetch = async (input, init) => {
  const url = String(input instanceof Request ? input.url : input)
  const answer = await (sendsMail.test(url) ? fetchBackend : fetchInTime)(input, init)
  // "Too often" says nothing about the session, but auth-js would end it: for a server that is busy it only waits.
  if (answer.status === 429 && renews.test(url)) return new Response(answer.body, { status: 503 })
  if (asksForSession.test(url)) authTraffic.refused = refusals.includes(answer.status)
  return answer.ok && answersWithSession.test(url) ? byOwnClock(answer, url) : answer
}
