import { expect, test } from 'vitest'
import { standingOf } from './standing.ts'

const now = Date.parse('2026-12-01T20:00:00Z')
const shown = (episode_number: number | null, event_date: string, is_cancelled = false) => ({
  episode_number,
  event_date,
  event_time: '20:15:00',
  duration_minutes: 60,
  is_cancelled,
})

test.each([
  ['no broadcast', [], { numbers: [], aired: 0 }],
  [
    'each number once, in the order of numbers, up to what is on air',
    [shown(2, '2026-12-08'), shown(1, '2026-11-24'), shown(1, '2026-12-01'), shown(3, '2026-12-01')],
    { numbers: [1, 2, 3], aired: 3 },
  ],
  ['what has no number is none', [shown(null, '2026-11-24')], { numbers: [], aired: 0 }],
  ['cancelled: there, and not to be watched', [shown(4, '2026-11-24', true)], { numbers: [4], aired: 0 }],
  [
    'of two tracks the one that runs',
    [shown(4, '2026-11-24', true), shown(4, '2026-11-30')],
    { numbers: [4], aired: 4 },
  ],
  ['all to come', [shown(1, '2026-12-02')], { numbers: [1], aired: 0 }],
])('%s', (_, broadcasts, standing) => expect(standingOf(broadcasts, now)).toEqual(standing))
