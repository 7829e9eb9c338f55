import type { AdminAnalytics } from '@hot/domain/contract/admin/analytics'
import {
  conversionRows,
  figureNames,
  funnelRows,
  retentionRows,
  type ShareRow,
  suspicionRows,
  vitalRows,
} from './analytics-rows.ts'
import type { EventTotal } from './event-totals.ts'

type Cells = (string | number | null)[]

const shares = (part: string, rows: readonly ShareRow[]): Cells[] =>
  rows.map(({ name, members, done, share }) => [part, name, done, members, share])

/** Rows of the CSV file: part, name, value, and what belongs to it. Everything that the page shows. */
export function analyticsTable(page: AdminAnalytics, events: readonly EventTotal[]): Cells[] {
  return [
    ['Bereich', 'Angabe', 'Wert', 'von', 'Anteil'],
    ['Zeitraum', 'von', page.since, null, null],
    ['Zeitraum', 'bis', page.until, null, null],
    ...figureNames.map(({ key, title }): Cells => ['Gesamt', title, page.total[key], null, null]),
    ...page.days.flatMap((day) => figureNames.map(({ key, title }): Cells => [day.day, title, day[key], null, null])),
    ...page.pages.map(({ path, views }): Cells => ['Seiten', path, views, null, null]),
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
