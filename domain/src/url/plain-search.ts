/**
 * Search parameters as plain text, both ways: `?q=123` is the text `123` and stays so in the address. The router's own
 * way reads JSON and therefore rewrites such an address to `?q=%22123%22`.
 */

/** Values by name, each as text; of a repeated parameter the first. Takes the text with or without its `?`. */
export function parsePlainSearch(text: string): Record<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) if (!found.has(name)) found.set(name, value)
  return Object.fromEntries(found)
}

/** `?a=1&b=2`; empty when there is nothing to say. Absent values are left out. */
export function stringifyPlainSearch(search: Readonly<Record<string, unknown>>): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null) given.set(name, String(value))
  return given.size > 0 ? `?${given}` : ''
}
