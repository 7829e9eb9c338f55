import type { ChartWindow, FormatStatistic } from '@hot/domain/contract/chart'
import { choiceParam, type PartSearch, partSearch } from '@hot/domain/url/search-param'

type Given = Record<string, unknown>

/** All platforms combined by default. */
export type SocialChartSearch = PartSearch & { plattform?: SocialPlatform | undefined }
/** 30 days by default. */
export type MemberChartSearch = { zeitraum?: 'gesamt' | undefined }
export type FormatChartSearch = { sortierung?: FormatSorting['key'] | undefined }

/** The time window a member chart requests. */
export const chartWindow = ({ zeitraum }: MemberChartSearch): ChartWindow => (zeitraum === 'gesamt' ? 'all' : '30')

/** Search params from the URL, with defaults for invalid values. */
export const socialChartSearch = (given: Given): SocialChartSearch => ({
  plattform: choiceParam(
    given.plattform,
    socialPlatforms.map(({ key }) => key),
  ),
  ...partSearch(given),
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

/** The API's platforms with their display names, in display order. */
export const socialPlatforms = [
  { key: 'instagram', name: 'Instagram' },
  { key: 'tiktok', name: 'TikTok' },
  { key: 'youtube', name: 'YouTube' },
  { key: 'x', name: 'X' },
  { key: 'threads', name: 'Threads' },
] as const

export type SocialPlatform = (typeof socialPlatforms)[number]['key']

type Sorting = {
  /** `sortierung` in the URL. */
  key: string
  label: string
  /** Below a figure of the podium. */
  unit: string
  /** The value to compare; nulls sort last. */
  value: (statistic: FormatStatistic) => number | null
}

/** The sortable columns, descending; the first is the default. */
export const formatSortings = [
  { key: 'teilnehmende', label: 'Dabei', unit: 'dabei', value: ({ participants }) => participants },
  { key: 'staffeln', label: 'Staffeln', unit: 'Staffeln', value: ({ seasons }) => seasons },
  { key: 'score', label: 'HoT-Schnitt', unit: 'im Schnitt', value: ({ average_score }) => average_score },
  { key: 'posts', label: 'Beiträge', unit: 'Beiträge', value: ({ posts }) => posts },
  { key: 'sendungen', label: 'Sendungen', unit: 'Sendungen', value: ({ events }) => events },
] as const satisfies readonly Sorting[]

export type FormatSorting = (typeof formatSortings)[number]
