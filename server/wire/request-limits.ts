import { networkSentences } from '@hot/domain/network/refusals'
import type { Admit, BodyLimits, GuardedCaller, Spent } from '@hot/embedded/gateway/gateway'
import { limiter, networkLimiter } from '@hot/embedded/wire/callers'

/**
 * Twenty a second. A page of the app sends about five requests after it is shown, so forty readers behind one address
 * (a school, a mobile carrier) stay below this. Requests for pages that the server renders are not counted.
 */
const REQUESTS = { times: 1_200, seconds: 60 }

const IMPORT_BYTES = 2 * 1024 * 1024

/** Imports send whole files; everything else that members send is a form (docs/product/network.md). */
export const bodyLimits: Partial<BodyLimits> = {
  paths: {
    '/rest/v1/rpc/admin_apply_import': IMPORT_BYTES,
    '/rest/v1/rpc/admin_import_changes': IMPORT_BYTES,
    '/rest/v1/rpc/admin_import_new': IMPORT_BYTES,
    '/rest/v1/rpc/admin_import_social': IMPORT_BYTES,
  },
}

const refusal = {
  code: 'PT429',
  message: networkSentences.rate_limited,
  details: null,
  hint: 'rate_limited',
}

const tooMany = (seconds: number) =>
  Response.json(refusal, { status: 429, headers: { 'retry-after': String(seconds) } })

/** Whether a limit is for this request; the server itself, rendering pages for example, is not limited. */
const isCounted = (request: Request, { role, inProcess }: GuardedCaller) =>
  !inProcess && role !== 'service_role' && new URL(request.url).pathname.startsWith('/rest/')

/**
 * In ms of the database, refilled over a minute: a fifth of what one core has, after a burst. Forty readers behind one
 * address use about a tenth of it; a request that costs 100 ms can be sent twice a second.
 */
const DATABASE_TIME = { times: 12_000, seconds: 60 }
/** Whoever made a statement run into its limit waits a minute: that is the time of a hundred ordinary requests. */
const AFTER_TIME_OUT = { times: 1, seconds: 60 }

/** A limit of guests by network and of members by account. */
function callerLimiter(limit: typeof DATABASE_TIME, now?: () => number) {
  const guests = networkLimiter(limit, now)
  const members = limiter(limit, now)
  return ({ sub, address }: GuardedCaller) => (sub ? { by: members, key: sub } : { by: guests, key: address })
}

/**
 * Limits the time that the database works for one network or member over REST. Time is known when it is spent, so each
 * request is admitted while anything is left.
 */
export function limitDatabaseTime(limit = DATABASE_TIME, now?: () => number): { admit: Admit; spent: Spent } {
  const time = callerLimiter(limit, now)
  const timeOuts = callerLimiter(AFTER_TIME_OUT, now)
  return {
    admit: (request, caller) => {
      if (!isCounted(request, caller)) return undefined
      const spent = time(caller)
      const ended = timeOuts(caller)
      const seconds = Math.max(spent.by.peek(spent.key), ended.by.peek(ended.key))
      return seconds === 0 ? undefined : tooMany(seconds)
    },
    spent: (caller, { ms, timedOut }) => {
      if (caller.inProcess || caller.role === 'service_role') return
      const { by, key } = time(caller)
      // What is left when less is left than was spent: a limiter takes all of a cost or nothing.
      if (by.take(key, Math.min(ms, limit.times)) > 0) by.drain(key)
      if (timedOut) {
        const ended = timeOuts(caller)
        ended.by.take(ended.key)
      }
    },
  }
}

/** Limits REST requests: of guests by network, of members by account. The server itself is not limited. */
export function limitRequests(limit = REQUESTS, now?: () => number): Admit {
  const limits = callerLimiter(limit, now)
  return (request, caller) => {
    if (!isCounted(request, caller)) return undefined
    const { by, key } = limits(caller)
    const seconds = by.take(key)
    return seconds === 0 ? undefined : tooMany(seconds)
  }
}
