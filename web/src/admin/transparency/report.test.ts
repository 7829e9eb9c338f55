import type { AdminTransparency } from '@hot/domain/contract/admin/staff'
import { expect, test } from 'vitest'
import { durationText, periodOf, periodProblem, readPeriodSearch, reportParts, reportTable } from './report.ts'

const report: AdminTransparency = {
  from: '2026-01-01',
  to: '2026-11-21',
  notices: {
    total: 3,
    on_posts: 2,
    on_comments: 1,
    on_profiles: 0,
    by_guests: 1,
    open: 1,
    dismissed: 1,
    acted_on: 1,
    median_seconds: 8040,
    by_reason: [{ reason: 'spam', total: 3, acted_on: 1 }],
  },
  decisions: {
    by_kind: [
      { kind: 'rejected', target_type: 'post', total: 4 },
      { kind: 'banned', target_type: 'profile', total: 2 },
    ],
    by_ground: [
      { reason: 'other', total: 2 },
      { reason: null, total: 5 },
    ],
    bans_for_good: 1,
    published_automatically: 9,
  },
  posts: { total: 7, median_seconds: null },
  appeals: { total: 1, open: 0, upheld: 0, overturned: 1, median_seconds: 90_000 },
}

test.each([
  [null, null],
  [0, 'unter 1 Min.'],
  [59, 'unter 1 Min.'],
  [3599, '59 Min.'],
  [8040, '2 Std. 14 Min.'],
  [90_000, '1 Tag 1 Std.'],
  [864_000, '10 Tage 0 Std.'],
])('%s seconds read %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test('page and file have the same content', () => {
  const rows = reportParts(report).flatMap((part) => part.rows.map(({ name, value }) => [part.title, name, value]))
  expect(reportTable(report).slice(3)).toEqual(rows)
  expect(rows).toContainEqual(['Entscheidungen von Menschen', 'Beitrag: abgelehnt', 4])
  expect(rows).toContainEqual(['Einschränkungen nach Grund', 'ohne Meldung', 5])
  expect(rows).toContainEqual(['Einschränkungen nach Grund', 'Sonstiges', 2])
  expect(rows).toContainEqual(['Meldungen nach Grund', 'Spam, mit Maßnahme', 1])
  expect(rows).toContainEqual(['Einsprüche', 'Zeit bis zur Antwort (Median)', '1 Tag 1 Std.'])
})

test('the default is the year so far', () => {
  expect(periodOf(readPeriodSearch({}), '2026-11-21')).toEqual({ from: '2026-01-01', to: '2026-11-21' })
  expect(periodOf(readPeriodSearch({ von: '2025-03-01', bis: '2025-03-31' }), '2026-11-21')).toEqual({
    from: '2025-03-01',
    to: '2025-03-31',
  })
  expect(readPeriodSearch({ von: '2026-02-30', bis: 'gestern' })).toEqual({ von: undefined, bis: undefined })
})

test('an invalid period has a German message', () => {
  expect(periodProblem({ from: '2026-02-01', to: '2026-01-01' })).toContain('Tausch')
  expect(periodProblem({ from: '2020-01-01', to: '2026-01-01' })).toContain('zwei Jahre')
  expect(periodProblem({ from: '2026-01-01', to: '2026-01-01' })).toBeNull()
})
