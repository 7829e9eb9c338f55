/**
 * Search parameters are plain text, read and written: `?q=123` is the text `123`. The router by default parses JSON,
 * and would rewrite this text to `?q=%22123%22`.
 */

/** Values by name; of a repeated parameter the first. Takes the query with or without its `?`. */
export function parsePlainSearch(text: string): Record<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) if (!found.has(name)) found.set(name, value)
  return Object.fromEntries(found)
}

/** The query, as `?a=1&b=2`; empty without values. Null and undefined are omitted. */
export function stringifyPlainSearch(search: Readonly<Record<string, unknown>>): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null) given.set(name, String(value))
  return given.size > 0 ? `?${given}` : ''
}

/**
 * Readers of search parameters for the validation of routes. The router may pass text, numbers, booleans or nested
 * values; invalid ones become undefined, so that the default applies. Without a schema library, because every first
 * page loads them: see docs/decisions/005-search-parameters.md.
 */

const cursorMax = 500

const asText = (given: unknown): string | undefined => {
  if (typeof given === 'string') return given
  return typeof given === 'number' || typeof given === 'boolean' ? String(given) : undefined
}

/** One of the choices. */
export function choiceParam<Choice extends string>(given: unknown, choices: readonly Choice[]): Choice | undefined {
  const text = asText(given)
  return choices.find((choice) => choice === text)
}

/** Free text: white space collapsed, 1 to `max` characters. */
export function termParam(given: unknown, max: number): string | undefined {
  const text = asText(given)?.replace(/\s+/g, ' ').trim()
  return text && text.length <= max ? text : undefined
}

/** Text matching a pattern: a letter, a slug, an id. */
export function patternParam(given: unknown, pattern: RegExp): string | undefined {
  const text = asText(given)
  return text !== undefined && pattern.test(text) ? text : undefined
}

/**
 * Cursor of a later page of an endless list, which readers without JavaScript open by a link. Passed on unchanged: a text
 * that begins as every cursor does, with the base64 of `["`. The web server reads the rest (server/pages/cacheable-search.ts).
 */
export function cursorParam(given: unknown): string | undefined {
  return typeof given === 'string' && given.length <= cursorMax && /^Wy[I-L][\w-]+$/.test(given) ? given : undefined
}

/** Of a list whose later parts are all that an address says; an invalid cursor is dropped. */
export type PartSearch = { nach?: string | undefined }
export const partSearch = (given: Record<string, unknown>): PartSearch => ({ nach: cursorParam(given.nach) })

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
