/** Address of the next part of a list, for readers without JavaScript; undefined at its end. */
export function nextHref(path: string, search: Record<string, string | null | undefined>): string | undefined {
  if (!search.nach) return undefined
  const given = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return `${path}?${new URLSearchParams(given)}`
}
