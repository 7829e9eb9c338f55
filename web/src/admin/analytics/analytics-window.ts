import { addDays, type Day } from '@hot/domain/time/berlin-time'
import { choiceParam } from '@hot/domain/url/search-param'

/** Days that can be looked at, 30 by default; older events are deleted. */
export const analyticsWindows = ['7', '30', '90'] as const
export type AnalyticsWindow = (typeof analyticsWindows)[number]

export type AnalyticsSearch = { tage?: AnalyticsWindow | undefined }

export const readAnalyticsSearch = (given: Record<string, unknown>): AnalyticsSearch => ({
  tage: choiceParam(given.tage, analyticsWindows),
})

/** The first of so many days that end today. */
export const firstDay = (window: AnalyticsWindow, today: Day): Day => addDays(today, 1 - Number(window))
