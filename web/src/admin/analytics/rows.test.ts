import { analyticsEventTypes } from '@hot/domain/analytics/events'
import type { AdminAnalytics } from '@hot/domain/contract/admin/analytics'
import { expect, test } from 'vitest'
import {
  analyticsTable,
  conversionRows,
  eventName,
  eventTotals,
  firstDay,
  funnelRows,
  readAnalyticsSearch,
  retentionRows,
  suspicionRows,
  vitalRows,
} from './rows.ts'

const figures = { visitors: 3, sessions: 5, views: 40, votes: 2, posts: 1, comments: 0 }
const page: AdminAnalytics = {
  since: '2026-11-21',
  until: '2026-11-22',
  total: figures,
  days: [
    { day: '2026-11-21', ...figures },
    { day: '2026-11-22', ...figures, views: 0 },
  ],
  pages: [{ path: '=cmd()', views: 4 }],
  sources: [
    { source: null, visits: 3 },
    { source: 'google.com', visits: 1 },
  ],
  funnel: [
    { step: 'signup_completed', members: 8 },
    { step: 'profile_setup_completed', members: 6 },
    { step: 'first_post', members: 3 },
    { step: 'first_vote', members: 0 },
    { step: 'first_comment', members: 0 },
  ],
  retention: [
    { days: 7, members: 4, stayed: 1 },
    { days: 30, members: 0, stayed: 0 },
  ],
  conversions: [{ conversion: 'first_vote', members: 8, converted: 6 }],
  vitals: [
    { name: 'CLS', samples: 9, p50: 0.01, p75: 0.1, p95: 0.3 },
    { name: 'LCP', samples: 9, p50: 1200.4, p75: 4000.5, p95: 9000 },
    { name: 'INP', samples: 9, p50: 90, p75: 201, p95: 600 },
  ],
  suspicions: [
    { reason: 'plus_tag', total: 2 },
    { reason: 'new_reason', total: 1 },
  ],
}

test('the funnel has the share of all and of the previous step, none for empty steps', () => {
  expect(funnelRows(page).map(({ done, share, fromPrevious }) => [done, share, fromPrevious])).toEqual([
    [8, '100\u00a0%', '–'],
    [6, '75\u00a0%', '75\u00a0%'],
    [3, '38\u00a0%', '50\u00a0%'],
    [0, '0\u00a0%', '0\u00a0%'],
    [0, '0\u00a0%', '–'],
  ])
})

test('rates relate to members who could get there', () => {
  expect(conversionRows(page).map(({ name, share }) => [name, share])).toEqual([['Erste Stimme', '75\u00a0%']])
  expect(retentionRows(page).map(({ share }) => share)).toEqual(['25\u00a0%', '–'])
})

test('web vitals are sorted by importance, have units, and are rated by the 75th percentile', () => {
  expect(vitalRows(page).map(({ key, p75, rating }) => [key, p75, rating])).toEqual([
    ['LCP', '4,00\u00a0s', 'schlecht'],
    ['INP', '201\u00a0ms', 'ausbaufähig'],
    ['CLS', '0,100', 'gut'],
  ])
})

test('a reason without a text is shown as stored', () => {
  expect(suspicionRows(page).map(({ name }) => name)).toEqual(['E-Mail-Adresse mit „+“', 'new_reason'])
})

test('every event has a German name; an unknown one is shown as stored', () => {
  for (const type of analyticsEventTypes) expect(eventName(type)).not.toContain('_')
  expect([eventName('page_view'), eventName('new_event')]).toEqual(['Seite geöffnet', 'new_event'])
})

test('the file has everything on the page', () => {
  const events = eventTotals([
    { day: '2026-11-22', event_type: 'click', events: 2, unique_sessions: 1 },
    { day: '2026-11-21', event_type: 'click', events: 3, unique_sessions: 2 },
    { day: '2026-11-21', event_type: 'page_view', events: 40, unique_sessions: 5 },
  ])
  const table = analyticsTable(page, events)
  for (const row of [
    ['Gesamt', 'Besucher:innen', 3, null, null],
    ['2026-11-22', 'Seitenaufrufe', 0, null, null],
    ['Weg der Mitglieder', 'Erster Beitrag', 3, 8, '38\u00a0%'],
    ['Ladezeiten', 'Verschiebungen (CLS), 95 %', '0,300', 9, null],
    ['Ereignisse', 'click', 5, 3, null],
  ])
    expect(table).toContainEqual(row)
  expect(table.at(-2)).toEqual(['Ereignisse', 'page_view', 40, 5, null])
  for (const row of table) expect(row).toHaveLength(5)
})

test('30 days unless the address says 7 or 90', () => {
  expect(firstDay('30', '2026-11-22')).toBe('2026-10-24')
  expect(firstDay('7', '2026-11-22')).toBe('2026-11-16')
  expect([readAnalyticsSearch({ tage: 7 }), readAnalyticsSearch({ tage: '365' })]).toEqual([
    { tage: '7' },
    { tage: undefined },
  ])
})
