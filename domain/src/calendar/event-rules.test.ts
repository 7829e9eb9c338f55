import { expect, test } from 'vitest'
import { clockChangeAt, eventEndTime } from './event-rules.ts'

test.each([
  ['2026-03-29', '01:59', null],
  ['2026-03-29', '02:00', 'skipped'],
  ['2026-03-29', '02:59:59', 'skipped'],
  ['2026-03-29', '03:00', null],
  ['2026-10-25', '01:59', null],
  ['2026-10-25', '02:00', 'twice'],
  ['2026-10-25', '02:59:59', 'twice'],
  ['2026-10-25', '03:00', null],
  ['2026-11-21', '20:15:00', null],
])('%s %s: %s', (day, time, change) => expect(clockChangeAt(day, time)).toBe(change))

test.each([
  ['2026-11-21', '20:15:00', 120, '22:15'],
  ['2026-11-21', '23:30', 75, '00:45'],
  ['2026-11-21', '20:15', null, '21:15'],
  ['2026-03-29', '01:30', 60, '03:30'],
  ['2026-10-25', '01:30', 120, '02:30'],
])('%s %s plus %s minutes ends at %s', (day, time, minutes, end) => expect(eventEndTime(day, time, minutes)).toBe(end))
