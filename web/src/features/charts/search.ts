import type { ChartWindow, FormatStatistic } from '@hot/domain/contract/chart'
import { choiceParam, cursorParam } from '@hot/domain/url/search-param'

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

export type SocialPlatform = (typeof socialPlatforms)[number]['key']

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
