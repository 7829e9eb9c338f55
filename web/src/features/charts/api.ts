import type { ChartWindow, FormatStatistic } from '@hot/domain/contract/chart'
import { freshMs } from '@hot/domain/network/query-policy'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { type FormatSorting, formatSortings, type SocialPlatform, socialPlatforms } from './search.ts'

const pageSize = 30

/** Charts stay fresh as long as the stars they rank. */
const stars = { staleTime: freshMs.stars, gcTime: 2 * freshMs.stars }
const formats = { staleTime: freshMs.formats, gcTime: 2 * freshMs.formats }
const members = { staleTime: freshMs.profiles }

/** The first three of each chart. */
export const chartsQuery = queryOptions({
  ...members,
  queryKey: ['charts', 'overview'],
  queryFn: ({ signal }) => rpc('charts_page', {}, signal),
})

/** `after`: cursor to start after, only set for readers without JavaScript. */
export const starChartQuery = (after?: string) =>
  infiniteQueryOptions({
    ...stars,
    queryKey: ['charts', 'stars', after],
    queryFn: ({ pageParam, signal }) => rpc('chart_stars', { p_after: pageParam, p_limit: pageSize }, signal),
    initialPageParam: after ?? null,
    getNextPageParam: (page) => page.next,
  })

export const socialChartQuery = (platform?: SocialPlatform, after?: string) =>
  infiniteQueryOptions({
    ...stars,
    queryKey: ['charts', 'social', platform, after],
    queryFn: ({ pageParam, signal }) =>
      rpc('chart_social', { p_platform: platform, p_after: pageParam, p_limit: pageSize }, signal),
    initialPageParam: after ?? null,
    getNextPageParam: (page) => page.next,
  })

export const formatChartQuery = queryOptions({
  ...formats,
  queryKey: ['charts', 'formats'],
  queryFn: ({ signal }) => rpc('chart_formats', {}, signal),
})

/** The first hundred members, by one of the two measures. */
export const memberChartQuery = (chart: 'chart_opinion_makers' | 'chart_karma', window: ChartWindow) =>
  queryOptions({
    ...members,
    queryKey: ['charts', chart, window],
    queryFn: ({ signal }) => rpc(chart, { p_window: window, p_limit: 100 }, signal),
  })

export const platformName = (key: SocialPlatform | undefined): string | undefined =>
  socialPlatforms.find((platform) => platform.key === key)?.name

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
