import { z } from 'zod'
import { formatRef } from './format.ts'
import { count, cursor, memberRef, score } from './parts.ts'
import { starCard, starRef, starVotesWaiting } from './star.ts'

const chartWindow = z.enum(['30', 'all'])
export type ChartWindow = z.infer<typeof chartWindow>

/** `chart_stars(p_after, p_limit)`: stars with enough weighing votes, by HoT score, then votes, then name. */
export const chartStars = z.strictObject({
  items: z.array(starCard),
  next: cursor,
  waiting: starVotesWaiting.nullable(),
})
export type ChartStars = z.infer<typeof chartStars>

const formatStatistic = z.strictObject({
  format: formatRef,
  participants: count,
  seasons: count,
  average_score: score.nullable(),
  posts: count,
  events: count,
  /** Events per month over the last twelve months, oldest first, for the sparkline. */
  events_by_month: z.array(count).length(12),
})
export type FormatStatistic = z.infer<typeof formatStatistic>
/** `chart_formats()`: all active formats; the client sorts. */
export const chartFormats = z.array(formatStatistic)
export type ChartFormats = z.infer<typeof chartFormats>

const socialRank = z.strictObject({
  star: starRef,
  rank: z.int(),
  followers: count,
  /** Followers gained over the last 30 days; null: no number is that old. */
  growth: z.int().nullable(),
})
export type SocialRank = z.infer<typeof socialRank>
/** `chart_social(p_platform, p_after, p_limit)`: p_platform null = all platforms. */
export const chartSocial = z.strictObject({ items: z.array(socialRank), next: cursor })
export type ChartSocial = z.infer<typeof chartSocial>

const memberRank = z.strictObject({
  member: memberRef,
  rank: z.int(),
  /** In the window: number of different people (opinion makers), or karma. */
  value: z.int(),
  /** Rank a week ago; null: not ranked then. */
  rank_week_ago: z.int().nullable(),
})
export type MemberRank = z.infer<typeof memberRank>
/** `chart_opinion_makers(p_window, p_limit)` and `chart_karma(p_window, p_limit)`: the first 100 at most. */
export const chartMembers = z.array(memberRank)
export type ChartMembers = z.infer<typeof chartMembers>

/** `own_chart_place(p_chart, p_window)`: the caller, beyond the first hundred too; rank null: not in the chart. */
export const ownChartPlace = z.strictObject({ rank: z.int().nullable(), value: z.int() })
export type OwnChartPlace = z.infer<typeof ownChartPlace>

const sleuthRank = z.strictObject({
  member: memberRef,
  rank: z.int(),
  hits: count,
  decided: count,
  /** Rank a week ago; null: not ranked then. */
  rank_week_ago: z.int().nullable(),
})
export type SleuthRank = z.infer<typeof sleuthRank>
/** `chart_sleuths(p_limit)`: members with enough decided votes on rumors, by the lower bound of their hit rate. */
export const chartSleuths = z.array(sleuthRank)
export type ChartSleuths = z.infer<typeof chartSleuths>

/** `charts_page()`: the first three entries of each chart. */
export const chartsPage = z.strictObject({
  stars: z.array(starCard),
  waiting: starVotesWaiting.nullable(),
  formats: z.array(formatStatistic),
  social: z.array(socialRank),
  opinion_makers: z.array(memberRank),
  karma: z.array(memberRank),
  sleuths: z.array(sleuthRank),
})
export type ChartsPage = z.infer<typeof chartsPage>
