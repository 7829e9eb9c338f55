import type { ChartWindow } from '@hot/domain/contract/chart'
import { choiceParam, cursorParam } from '@hot/domain/url/search-param'
import { formatSortings } from './formats/format-sorting.ts'
import { socialPlatforms } from './social/social-platforms.ts'

type FormatSorting = (typeof formatSortings)[number]['key']
type SocialPlatform = (typeof socialPlatforms)[number]['key']
type Given = Record<string, unknown>

/** `nach`: cursor of a later page, for readers without JavaScript. */
export type StarChartSearch = { nach?: string | undefined }
/** Without a platform all of them together. */
export type SocialChartSearch = { plattform?: SocialPlatform | undefined; nach?: string | undefined }
/** 30 days are the default and have no address of their own. */
export type MemberChartSearch = { zeitraum?: 'gesamt' | undefined }
export type FormatChartSearch = { sortierung?: FormatSorting | undefined }

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
