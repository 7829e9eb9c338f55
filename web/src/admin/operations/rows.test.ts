import type { AdminOperations, OperationsPoint } from '@hot/domain/contract/admin/operations'
import { expect, test } from 'vitest'
import { curves, instantOf, minuteOf, peakTime, pickedOf, places, readOperationsSearch, timeText } from './rows.ts'

const point = (at: string): OperationsPoint => ({
  ...{
    at,
    worst: at,
    requests: 1,
    p95: 2,
    failed: 0,
    refused: 0,
    statement_max: 3,
    session_max: 4,
    sockets: 5,
    loop_max: null,
  },
})

const page = (points: OperationsPoint[]): AdminOperations => ({
  ...{ since: '2026-11-28T19:00:00+00:00', until: '2026-11-28T20:03:20+00:00', step_minutes: 10, points },
  ...{ around: [], kinds: {} },
})

test('times of which nothing was kept stay empty, and the step that still runs has its place', () => {
  const { steps, list } = places(page([point('2026-11-28T19:00:00+00:00'), point('2026-11-28T20:00:00+00:00')]))
  expect(steps).toBe(7)
  expect(list.map(({ at }) => at)).toEqual([0, 6])
})

test('a minute of Berlin is asked for by its instant, in winter and in summer', () => {
  expect(instantOf('2026-11-28T20:15')).toBe('2026-11-28T19:15:00.000Z')
  expect(instantOf('2026-07-28T20:15')).toBe('2026-07-28T18:15:00.000Z')
  expect(minuteOf('2026-11-28T19:15:00.000Z')).toBe('2026-11-28T20:15')
})

test.each([
  ['2026-11-28T20:15', '2026-11-28T20:15'],
  ['2026-11-28T24:15', undefined],
  ['2026-02-30T20:15', undefined],
  ['20:15', undefined],
  [undefined, undefined],
])('an address that names %j shows %j', (given, um) => {
  expect(readOperationsSearch({ um: given, zeit: '25' })).toEqual({ um, zeit: undefined })
})

test('the day is named unless it is today', () => {
  expect(timeText('2026-11-28T19:15:00Z', '2026-11-28')).toBe('20:15')
  expect(timeText('2026-11-27T19:15:00Z', '2026-11-28')).toMatch(/^27\. .*20:15$/)
})

test('a curve says what a bar stands for, and a peak of several minutes where they begin', () => {
  const [requests] = curves
  expect([1, 10].map((minutes) => requests?.about(minutes))).toEqual(['je Minute', 'in der vollsten Minute'])
  const [, , faults] = curves
  expect(faults?.about(120)).toBe('5xx, 429 und 503, 2 Stunden zusammen')
  const at = '2026-11-28T19:10:00Z'
  expect(peakTime(at, 1, '2026-11-28')).toBe('um 20:10')
  expect(peakTime(at, 10, '2026-11-28')).toBe('ab 20:10 (10 Minuten)')
})

test('a minute without figures is no minute', () => {
  expect(pickedOf(page([]), '2026-11-28T19:15:00.000Z')).toBeUndefined()
})
