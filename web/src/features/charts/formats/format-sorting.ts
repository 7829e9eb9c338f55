import type { FormatStatistic } from '@hot/domain/contract/chart'

type Sorting = {
  /** `sortierung` in the address. */
  key: string
  label: string
  /** What is compared; null for what cannot be, which comes last. */
  value: (statistic: FormatStatistic) => number | null
}

/** The columns to sort by, most first; the first is the default. */
export const formatSortings = [
  { key: 'teilnehmende', label: 'Dabei', value: ({ participants }) => participants },
  { key: 'staffeln', label: 'Staffeln', value: ({ seasons }) => seasons },
  { key: 'score', label: 'HoT-Schnitt', value: ({ average_score }) => average_score },
  { key: 'posts', label: 'Beiträge', value: ({ posts }) => posts },
  { key: 'sendungen', label: 'Sendungen', value: ({ events }) => events },
] as const satisfies readonly Sorting[]

export type FormatSorting = (typeof formatSortings)[number]

export const formatSorting = (key: FormatSorting['key'] | undefined): FormatSorting =>
  formatSortings.find((sorting) => sorting.key === key) ?? formatSortings[0]

/** Most first, what has no value last; ties keep the order of the database (participants, then name). */
export function sortFormats(statistics: readonly FormatStatistic[], { value }: FormatSorting): FormatStatistic[] {
  return statistics.toSorted((a, b) => (value(b) ?? -1) - (value(a) ?? -1))
}
