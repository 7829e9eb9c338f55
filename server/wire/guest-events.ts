import { networkSentences } from '@hot/domain/network/refusals'
import { type Limit, networkLimiter } from '@hot/embedded/wire/callers'

/** Ten a second over five minutes: enough for twenty active readers behind one address (a school, a mobile carrier). */
const GUEST_EVENTS: Limit = { times: 3_000, seconds: 300 }
/** A little more than the app's largest batch (`analyticsBodyBytes` in domain/src/analytics/events.ts). */
const MOST_BYTES = 64 * 1024

const COUNTED = /^\/rest\/v1\/+(analytics_events|user_sessions)\/*$/

/** Whether a request goes to one of the tables, however its path is written. */
function isCounted(request: Request): boolean {
  try {
    return request.method === 'POST' && COUNTED.test(decodeURIComponent(new URL(request.url).pathname))
  } catch {
    return false // not a valid path, so no table is written
  }
}

/** Number of rows of an insert, by PostgREST's rules: JSON, or CSV with a header row. */
function rowsIn(body: string, type: string): number {
  if (type.includes('csv')) return body.split('\n').length
  try {
    const rows: unknown = JSON.parse(body)
    return Array.isArray(rows) ? rows.length : 1
  } catch {
    return 1 // invalid JSON, which the REST layer rejects
  }
}

/**
 * Limits usage events per guest network, since they can be inserted without an account. Counted in this process,
 * because counting in SQL would be one more write for each. Returns the refusal, or undefined when the request may
 * proceed.
 */
export function limitGuestEvents(limit: Limit = GUEST_EVENTS, now?: () => number) {
  const events = networkLimiter(limit, now)
  return async (request: Request, role: string, address: string): Promise<Response | undefined> => {
    if (role !== 'anon' || !isCounted(request)) return
    const body = await request.clone().text()
    if (Buffer.byteLength(body) > MOST_BYTES) return Response.json({ message: 'Payload too large' }, { status: 413 })
    const seconds = events.take(address, rowsIn(body, request.headers.get('content-type') ?? ''))
    if (seconds === 0) return
    const refusal = {
      code: 'PT429',
      message: networkSentences.rate_limited,
      details: null,
      hint: 'rate_limited',
    }
    return Response.json(refusal, { status: 429, headers: { 'retry-after': String(seconds) } })
  }
}
