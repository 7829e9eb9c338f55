import { limiter, networkLimiter } from '@hot/embedded/gateway/callers'
import type { Admit, BodyLimits } from '@hot/embedded/gateway/gateway'

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
    '/rest/v1/rpc/admin_import_social': IMPORT_BYTES,
  },
}

const refusal = {
  code: 'PT429',
  message: 'Das waren zu viele Anfragen auf einmal. Bitte warte einen Moment.',
  details: null,
  hint: 'rate_limited',
}

/** Limits REST requests: of guests by network, of members by account. The server itself is not limited. */
export function limitRequests(limit = REQUESTS, now?: () => number): Admit {
  const guests = networkLimiter(limit, now)
  const members = limiter(limit, now)
  return (request, { role, sub, address, inProcess }) => {
    if (inProcess || role === 'service_role' || !new URL(request.url).pathname.startsWith('/rest/')) return undefined
    const seconds = sub ? members.take(sub) : guests.take(address)
    if (seconds === 0) return undefined
    return Response.json(refusal, { status: 429, headers: { 'retry-after': String(seconds) } })
  }
}
