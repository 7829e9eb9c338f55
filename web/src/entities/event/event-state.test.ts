import { expect, test } from 'vitest'
import { eventEnd, eventStart, eventWhen } from './event-state.ts'

const hour = 3_600_000
const at = (event_date: string, event_time: string, duration_minutes: number | null = 60) => ({
  event_date,
  event_time,
  duration_minutes,
})

test('a broadcast runs from its first minute until its last is over', () => {
  const event = at('2026-11-21', '20:15:00', 150)
  const start = Date.parse('2026-11-21T19:15:00Z')
  expect(eventStart(event)).toBe(start)
  expect(eventWhen(event, start - 1)).toBe('later')
  expect(eventWhen(event, start)).toBe('now')
  expect(eventWhen(event, start + 2.5 * hour - 1)).toBe('now')
  expect(eventWhen(event, start + 2.5 * hour)).toBe('past')
})

test('it goes on running past midnight', () => {
  const event = at('2026-11-21', '23:10:00', 75)
  expect(eventWhen(event, Date.parse('2026-11-21T23:20:00Z'))).toBe('now')
  expect(eventWhen(event, Date.parse('2026-11-21T23:25:00Z'))).toBe('past')
})

test('without a length it counts as an hour', () => {
  const event = at('2026-07-01', '20:15:00', null)
  expect(eventEnd(event) - eventStart(event)).toBe(hour)
})

test('in the night of summer time 23:30 plus four hours ends at 04:30, in the night of winter time at 02:30', () => {
  expect(new Date(eventEnd(at('2026-03-28', '23:30:00', 240))).toISOString()).toBe('2026-03-29T02:30:00.000Z')
  expect(new Date(eventEnd(at('2026-10-24', '23:30:00', 240))).toISOString()).toBe('2026-10-25T01:30:00.000Z')
})

test('what begins in the missing hour of spring is moved on, what begins in the double hour of autumn runs in its first', () => {
  expect(new Date(eventStart(at('2026-03-29', '02:30:00'))).toISOString()).toBe('2026-03-29T01:30:00.000Z')
  const night = at('2026-10-25', '02:30:00')
  expect(eventWhen(night, Date.parse('2026-10-25T00:45:00Z'))).toBe('now')
  expect(eventWhen(night, Date.parse('2026-10-25T01:45:00Z'))).toBe('past')
})
