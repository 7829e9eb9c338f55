import { z } from 'zod'
import { conversionRates, funnelSteps } from '../../analytics/funnel.ts'
import { count, day } from '../parts.ts'

/** Activity of people who consented to analytics. `visitors`: each member once, guests once per visit. */
const figures = { visitors: count, sessions: count, views: count, votes: count, posts: count, comments: count }
const analyticsFigures = z.strictObject(figures)
export type AnalyticsFigures = z.infer<typeof analyticsFigures>

const analyticsDay = z.strictObject({ day, ...figures })
export type AnalyticsDay = z.infer<typeof analyticsDay>

const percentile = z.number().min(0)
const vital = z.strictObject({
  name: z.enum(['CLS', 'INP', 'FCP', 'LCP', 'TTFB']),
  samples: count,
  /** Milliseconds; CLS has no unit. */
  p50: percentile,
  p75: percentile,
  p95: percentile,
})
export type VitalPercentiles = z.infer<typeof vital>

/** `admin_analytics_page(p_since)`: days are in Europe/Berlin, oldest first, and include today. */
export const adminAnalytics = z.strictObject({
  since: day,
  until: day,
  total: analyticsFigures,
  days: z.array(analyticsDay).min(1).max(90),
  pages: z.array(z.strictObject({ path: z.string(), views: count })).max(20),
  /** Hosts that visits came from, most first; null: opened directly, or not told. */
  sources: z.array(z.strictObject({ source: z.string().nullable(), visits: count })).max(20),
  /** All steps in order. */
  funnel: z.array(z.strictObject({ step: z.enum(funnelSteps), members: count })).length(funnelSteps.length),
  /** `members`: those who signed up at least 7 or 30 days ago. */
  retention: z.array(z.strictObject({ days: z.literal([7, 30]), members: count, stayed: count })).length(2),
  conversions: z.array(z.strictObject({ conversion: z.enum(conversionRates), members: count, converted: count })),
  vitals: z.array(vital),
  suspicions: z.array(z.strictObject({ reason: z.string(), total: count })),
})
export type AdminAnalytics = z.infer<typeof adminAnalytics>
