import type { AdminAnalytics } from '@hot/domain/contract/admin/analytics'
import { addDays, type Day } from '@hot/domain/time/berlin-time'
import { choiceParam } from '@hot/domain/url/search-param'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { readAnalyticsSummary } from './reading.ts'
import {
  conversionRows,
  type EventTotal,
  figureNames,
  funnelRows,
  retentionRows,
  type ShareRow,
  sourceName,
  suspicionRows,
  vitalRows,
} from './rows.ts'

/** Available windows in days, 30 by default; older events are deleted. */
export const analyticsWindows = ['7', '30', '90'] as const
type AnalyticsWindow = (typeof analyticsWindows)[number]

type AnalyticsSearch = { tage?: AnalyticsWindow | undefined }

export const readAnalyticsSearch = (given: Record<string, unknown>): AnalyticsSearch => ({
  tage: choiceParam(given.tage, analyticsWindows),
})

/** The first day of a window that ends today. */
export const firstDay = (window: AnalyticsWindow, today: Day): Day => addDays(today, 1 - Number(window))

/** The previous window's figures stay until the new ones are loaded, so that nothing jumps or closes. */
const now = { staleTime: 0, placeholderData: keepPreviousData, meta: { personal: true } } as const

export const analyticsQuery = (since: Day) =>
  queryOptions({
    queryKey: ['admin', 'analytics', since],
    queryFn: ({ signal }) => rpc('admin_analytics_page', { p_since: since }, signal),
    ...now,
  })

export const eventsQuery = (since: Day) =>
  queryOptions({
    queryKey: ['admin', 'analytics', 'events', since],
    queryFn: () => readAnalyticsSummary(since),
    ...now,
  })

type Cells = (string | number | null)[]

const shares = (part: string, rows: readonly ShareRow[]): Cells[] =>
  rows.map(({ name, members, done, share }) => [part, name, done, members, share])

/** Rows of the CSV file with everything the page shows: section, name, value, and details. */
export function analyticsTable(page: AdminAnalytics, events: readonly EventTotal[]): Cells[] {
  return [
    ['Bereich', 'Angabe', 'Wert', 'von', 'Anteil'],
    ['Zeitraum', 'von', page.since, null, null],
    ['Zeitraum', 'bis', page.until, null, null],
    ...figureNames.map(({ key, title }): Cells => ['Gesamt', title, page.total[key], null, null]),
    ...page.days.flatMap((day) => figureNames.map(({ key, title }): Cells => [day.day, title, day[key], null, null])),
    ...page.pages.map(({ path, views }): Cells => ['Seiten', path, views, null, null]),
    ...page.sources.map(({ source, visits }): Cells => ['Woher', sourceName(source), visits, null, null]),
    ...shares('Weg der Mitglieder', funnelRows(page)),
    ...shares('Ziele', conversionRows(page)),
    ...shares('Wiederkehr', retentionRows(page)),
    ...vitalRows(page).flatMap(({ name, samples, p50, p75, p95 }): Cells[] => [
      ['Ladezeiten', `${name}, Median`, p50, samples, null],
      ['Ladezeiten', `${name}, 75 %`, p75, samples, null],
      ['Ladezeiten', `${name}, 95 %`, p95, samples, null],
    ]),
    ...suspicionRows(page).map(({ name, total }): Cells => ['Auffällige Registrierungen', name, total, null, null]),
    ...events.map(({ type, events: number, sessions }): Cells => ['Ereignisse', type, number, sessions, null]),
  ]
}
