import type { FormatStatistic } from '@hot/domain/contract/chart'
import { freshMs } from '@hot/domain/network/query-policy'
import { type FormatSorting, formatSortings, type SocialPlatform, socialPlatforms } from './search.ts'

/** Rows per page of a paged chart. */
export const pageSize = 30

/** Cache times of charts: those of what they rank. */
export const cached = {
  stars: { staleTime: freshMs.stars, gcTime: 2 * freshMs.stars },
  formats: { staleTime: freshMs.formats, gcTime: 2 * freshMs.formats },
  members: { staleTime: freshMs.profiles },
}

export const platformName = (key: SocialPlatform | undefined): string | undefined =>
  socialPlatforms.find((platform) => platform.key === key)?.name

/** The sorting with this key; the first one for undefined. */
export const formatSorting = (key: FormatSorting['key'] | undefined): FormatSorting =>
  formatSortings.find((sorting) => sorting.key === key) ?? formatSortings[0]

/** Descending, with missing values last; ties keep the database's order (participants, then name). */
export function sortFormats(statistics: readonly FormatStatistic[], { value }: FormatSorting): FormatStatistic[] {
  return statistics.toSorted((a, b) => (value(b) ?? -1) - (value(a) ?? -1))
}

/** URL of the next page of a list, for readers without JavaScript; undefined at its end. */
export function nextHref(path: string, search: Record<string, string | null | undefined>): string | undefined {
  if (!search.nach) return undefined
  const given = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return `${path}?${new URLSearchParams(given)}`
}
