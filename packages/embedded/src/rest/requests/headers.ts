import { RequestRefusal } from './names.ts'

/**
 * RFC 7240 lets a server ignore a preference that it does not know; the library behind collects every one, and confirms `tx`,
 * which PostgREST ignores as well where nobody allows it (db-tx-end).
 */
const PREFERENCES: ReadonlySet<string> = new Set([
  'return',
  'count',
  'resolution',
  'missing',
  'handling',
  'max-affected',
  'params',
  'timezone',
])

/**
 * `Prefer` without what PostgREST does not know; null: nothing is left. An estimate by the planner would count rows that the
 * caller may not read, so that every count is exact.
 */
export function withKnownPreferences(prefer: string | null): string | null {
  const known = (prefer ?? '')
    .split(',')
    .map((preference) => preference.trim())
    .filter((preference) => PREFERENCES.has(preference.split('=', 1)[0] ?? ''))
    .map((preference) => preference.replace(/^count=(?:planned|estimated)$/, 'count=exact'))
  return known.length > 0 ? known.join(', ') : null
}

/** A preference is a name with an optional value (RFC 7240, 2). */
function preferences(header: string | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const part of (header ?? '').split(',')) {
    const [name = '', value = ''] = part.split('=').map((text) => text.trim())
    if (!found.has(name)) found.set(name, value)
  }
  return found
}

/** `Prefer: handling=strict, max-affected=N`: the N; undefined: no limit is asked for, or not strictly. */
export function maxAffected(prefer: string | undefined): number | undefined {
  const asked = preferences(prefer)
  const most = asked.get('max-affected') ?? ''
  return asked.get('handling') === 'strict' && /^\d{1,15}$/.test(most) ? Number(most) : undefined
}

const JSON_BODY = /^application\/(vnd\.pgrst\.[\w.]+\+)?json\b/i
/** Browsers, which ask for pages, take anything as well. */
const JSON_ANSWER = /\*\/\*|application\/(\*|json|vnd\.pgrst\.(object|array)\b)/i

/** Refuses bodies and answers in other forms than JSON: forms and CSV name their fields by another reader each. */
export function refuseHeaders({ headers, method }: Request): Response | undefined {
  const type = headers.get('content-type')
  if (type && method !== 'GET' && method !== 'HEAD' && !JSON_BODY.test(type))
    return new RequestRefusal('PGRST102', `Content-Type not acceptable: ${type.slice(0, 60)}`).response()
  const accept = headers.get('accept')
  if (accept && !JSON_ANSWER.test(accept))
    return new RequestRefusal('PGRST107', `None of these media types are available: ${accept.slice(0, 60)}`, {
      status: 406,
    }).response()
  return undefined
}
