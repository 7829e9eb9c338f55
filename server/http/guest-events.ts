import { type Limit, limiter } from '@hot/embedded/gateway/callers'

/** Ten a second over five minutes: twenty people who read briskly behind one address (a school, a mobile carrier). */
const GUEST_EVENTS: Limit = { times: 3_000, seconds: 300 }
/** A batch of the app has 60,000 bytes at most (domain/src/analytics/events.ts). */
const MOST_BYTES = 64 * 1024

const COUNTED = /^\/rest\/v1\/+(analytics_events|user_sessions)\/*$/

/** Whether a request goes to one of the tables, however its path is written. */
function isCounted(request: Request): boolean {
  try {
    return request.method === 'POST' && COUNTED.test(decodeURIComponent(new URL(request.url).pathname))
  } catch {
    return false // no path at all: nothing answers it
  }
}

/** Rows of an insert, as PostgREST understands its body: JSON, or CSV with a row of names. */
function rowsIn(body: string, type: string): number {
  if (type.includes('csv')) return body.split('\n').length
  try {
    const rows: unknown = JSON.parse(body)
    return Array.isArray(rows) ? rows.length : 1
  } catch {
    return 1 // refused further on
  }
}

/**
 * Usage events that guests of one address may send to this process: everybody may insert them without an account, and SQL does
 * not learn the address of a request for a table. Answers the refusal, or undefined when the request may go on.
 */
export function limitGuestEvents(limit: Limit = GUEST_EVENTS, now?: () => number) {
  const events = limiter(limit, now)
  return async (request: Request, role: string, address: string): Promise<Response | undefined> => {
    if (role !== 'anon' || !isCounted(request)) return
    const body = await request.clone().text()
    if (Buffer.byteLength(body) > MOST_BYTES) return Response.json({ message: 'Payload too large' }, { status: 413 })
    const seconds = events.take(address, rowsIn(body, request.headers.get('content-type') ?? ''))
    if (seconds === 0) return
    const refusal = {
      code: 'PT429',
      message: 'Das war zu viel auf einmal. Bitte warte ein paar Minuten.',
      details: null,
      hint: 'rate_limited',
    }
    return Response.json(refusal, { status: 429, headers: { 'retry-after': String(seconds) } })
  }
}
