import type { ChartWindow, FormatStatistic } from '@hot/domain/contract/chart'
import { freshMs } from '@hot/domain/network/query-policy'
import { choiceParam, cursorParam } from '@hot/domain/url/search-param'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

const pageSize = 30

/** As long as what a chart ranks is fresh elsewhere. */
const stars = { staleTime: freshMs.stars, gcTime: 2 * freshMs.stars }
const formats = { staleTime: freshMs.formats, gcTime: 2 * freshMs.formats }
const members = { staleTime: freshMs.profiles }

/** The first three of each chart. */
export const chartsQuery = queryOptions({
  ...members,
  queryKey: ['charts', 'overview'],
  queryFn: ({ signal }) => rpc('charts_page', {}, signal),
})

/** `after`: cursor to begin after, only set for readers without JavaScript. */
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

type Given = Record<string, unknown>

/** `nach`: cursor of a later page, for readers without JavaScript. */
export type StarChartSearch = { nach?: string | undefined }
/** Without a platform all of them together. */
export type SocialChartSearch = { plattform?: SocialPlatform | undefined; nach?: string | undefined }
/** 30 days are the default and have no address of their own. */
export type MemberChartSearch = { zeitraum?: 'gesamt' | undefined }
export type FormatChartSearch = { sortierung?: FormatSorting['key'] | undefined }

/** The window of time a chart of members asks for. */
export const chartWindow = ({ zeitraum }: MemberChartSearch): ChartWindow => (zeitraum === 'gesamt' ? 'all' : '30')

/** What is in the address, or the default where it makes no sense. */
export const starChartSearch = (given: Given): StarChartSearch => ({ nach: cursorParam(given.nach) })

export const socialChartSearch = (given: Given): SocialChartSearch => ({
  plattform: choiceParam(
    given.plattform,
    socialPlatforms.map(({ key }) => key),
  ),
  nach: cursorParam(given.nach),
})

export const memberChartSearch = (given: Given): MemberChartSearch => ({
  zeitraum: choiceParam(given.zeitraum, ['gesamt']),
})

export const formatChartSearch = (given: Given): FormatChartSearch => ({
  sortierung: choiceParam(
    given.sortierung,
    formatSortings.map(({ key }) => key),
  ),
})

/** The platforms of the wire with their own names, in the order they are offered. */
export const socialPlatforms = [
  { key: 'instagram', name: 'Instagram' },
  { key: 'tiktok', name: 'TikTok' },
  { key: 'youtube', name: 'YouTube' },
  { key: 'x', name: 'X' },
  { key: 'threads', name: 'Threads' },
] as const

type SocialPlatform = (typeof socialPlatforms)[number]['key']

export const platformName = (key: SocialPlatform | undefined): string | undefined =>
  socialPlatforms.find((platform) => platform.key === key)?.name

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

/** Address of the next part of a list, for readers without JavaScript; undefined at its end. */
export function nextHref(path: string, search: Record<string, string | null | undefined>): string | undefined {
  if (!search.nach) return undefined
  const given = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return `${path}?${new URLSearchParams(given)}`
}
