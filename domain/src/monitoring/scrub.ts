const replacements: readonly (readonly [RegExp, string])[] = [
  // Bounded, so that a long text without an @ is read once.
  [/[^\s@"'<>()]{1,64}(?:@|%40)[a-z0-9.-]{1,190}\.[a-z]{2,24}/gi, '[E-Mail]'],
  [/\beyJ[\w-]{5,}(?:\.[\w-]+){1,4}/g, '[Token]'],
  [/\bsb_(?:secret|publishable)_[\w-]+/g, '[Token]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [Token]'],
]

const longest = 20_000

/** An address or a path without what follows it: search terms, invite codes, one-time tokens. */
function withoutQuery(run: string): string {
  const end = run.search(/[?#]/)
  return end !== -1 && run.slice(0, end).includes('/') ? run.slice(0, end) : run
}

/** A text of an error report without e-mail addresses, tokens, and the queries and fragments of addresses. */
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

/** What of an event holds text (Sentry's event payload). Everything else in it belongs to the library. */
const texts = ['message', 'exception', 'breadcrumbs', 'tags', 'contexts', 'extra', 'transaction', 'spans'] as const

type Request = { url?: string; headers?: Record<string, string> }
type Scrubbable = { request?: Request | undefined; user?: unknown } & { [name in (typeof texts)[number]]?: unknown }

/**
 * An event as it may leave the browser: no person, no cookie, no referrer, no query, no e-mail address, no token.
 * `allowed`: the person has allowed everything; otherwise the steps that led there are left out as well.
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
