const replacements: readonly (readonly [RegExp, string])[] = [
  // Bounded quantifiers, because unbounded ones take quadratic time on a long text without an @.
  [/[^\s@"'<>()]{1,64}(?:@|%40)[a-z0-9.-]{1,190}\.[a-z]{2,24}/gi, '[E-Mail]'],
  [/\beyJ[\w-]{5,}(?:\.[\w-]+){1,4}/g, '[Token]'],
  [/\bsb_(?:secret|publishable)_[\w-]+/g, '[Token]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [Token]'],
]

const longest = 20_000

/** A URL or path without query and fragment, which may hold search terms, invite codes or one-time tokens. */
function withoutQuery(run: string): string {
  const end = run.search(/[?#]/)
  return end !== -1 && run.slice(0, end).includes('/') ? run.slice(0, end) : run
}

/** Text of an error report, at most 20,000 characters, without e-mail addresses, tokens and URLs' queries. */
export const scrubText = (text: string): string =>
  replacements
    .reduce((left, [found, instead]) => left.replace(found, instead), text.slice(0, longest))
    .replace(/[^\s"'<>]+/g, withoutQuery)

const deepest = 12

function scrubbed(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (value === null || typeof value !== 'object' || depth > deepest) return value
  if (Array.isArray(value)) return value.map((one) => scrubbed(one, depth + 1))
  const entries = Object.entries(value).map(([name, one]) => [name, scrubbed(one, depth + 1)])
  return Object.fromEntries(entries)
}

/** Fields of an event that hold text (Sentry's event payload). All others are set by the SDK. */
const texts = ['message', 'exception', 'breadcrumbs', 'tags', 'contexts', 'extra', 'transaction', 'spans'] as const

type Request = { url?: string; headers?: Record<string, string> }
type Scrubbable = { request?: Request | undefined; user?: unknown } & { [name in (typeof texts)[number]]?: unknown }

/**
 * An event that is safe to send: without user, cookies, referrer, query, e-mail addresses and tokens. `allowed`: the
 * user gave full consent; otherwise breadcrumbs are removed as well.
 */
export function scrubEvent<Event extends Scrubbable>(event: Event, allowed: boolean): Event {
  const { user: _person, ...rest } = event
  const clean: Record<string, unknown> = { ...rest }
  for (const name of texts) if (clean[name] !== undefined) clean[name] = scrubbed(clean[name])
  const { url, headers } = event.request ?? {}
  const agent = headers?.['User-Agent']
  clean.request = { url: url && scrubText(url), headers: agent ? { 'User-Agent': agent } : {} }
  if (!allowed) delete clean.breadcrumbs
  return clean as Event
}
