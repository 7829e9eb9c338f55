import { type CalendarEvent, calendarEvent } from '@hot/domain/contract/event'
import { expect, test } from 'vitest'
import { exampleOf } from '../../../../../tests/support/example-of.ts'
import { daysOfWeek, firstWeeks, isBusy, nextWeek } from './calendar-weeks.ts'

const broadcast = (event_date: string, event_time = '20:15:00', duration_minutes = 60) =>
  exampleOf(calendarEvent, { id: `${event_date} ${event_time}`, event_date, event_time, duration_minutes })

const ids = (events: CalendarEvent[]) => events.map((event) => event.id)

test('events are on their own day, Monday first', () => {
  const now = Date.parse('2026-11-21T18:00:00Z')
  const days = daysOfWeek('2026-11-16', [broadcast('2026-11-16', '00:00:00'), broadcast('2026-11-22')], now)
  expect(days.map(({ day, events }) => [day.slice(8), events.length])).toEqual([
    ['16', 1],
    ['17', 0],
    ['18', 0],
    ['19', 0],
    ['20', 0],
    ['21', 0],
    ['22', 1],
  ])
})

test('an event past midnight is on both days until it is over', () => {
  const late = broadcast('2026-11-15', '23:10:00', 75)
  const onMonday = (now: string) => daysOfWeek('2026-11-16', [late], Date.parse(now))[0]
  expect(ids(onMonday('2026-11-15T23:10:00Z')?.overnight ?? [])).toEqual([late.id])
  expect(onMonday('2026-11-15T23:30:00Z')?.overnight).toEqual([])
  // No day without programme as long as it runs.
  const busy = (now: string) => daysOfWeek('2026-11-16', [late], Date.parse(now)).map(isBusy)
  expect(busy('2026-11-15T23:10:00Z')).toEqual([true, false, false, false, false, false, false])
  expect(busy('2026-11-15T23:30:00Z')).not.toContain(true)
  expect(onMonday('2026-11-15T22:30:00Z')?.overnight).toEqual([])
})

test('when summer time ends, 23:30 plus four hours ends at the second 02:30', () => {
  const late = broadcast('2026-10-24', '23:30:00', 240)
  const sunday = (now: string) => daysOfWeek('2026-10-19', [late], Date.parse(now))[6]
  expect(sunday('2026-10-25T01:29:00Z')?.overnight).toHaveLength(1)
  expect(sunday('2026-10-25T01:30:00Z')?.overnight).toHaveLength(0)
})

test('the list continues week by week across both clock changes', () => {
  expect(nextWeek([{ items: [] }], '2026-03-23')).toBe('2026-03-30')
  expect(nextWeek([{ items: [] }], '2026-10-19')).toBe('2026-10-26')
})

test('it ends after four weeks without events', () => {
  const empty = { items: [] }
  const full = { items: [broadcast('2026-11-18')] }
  expect(nextWeek([full, empty, empty, empty], '2026-12-07')).toBe('2026-12-14')
  expect(nextWeek([full, empty, empty, empty, empty], '2026-12-14')).toBeUndefined()
})

test('the Sunday before a week does not count as its event', () => {
  const onlySunday = { items: [broadcast('2026-11-15')] }
  const empty = { items: [] }
  expect(nextWeek([onlySunday, empty, empty, empty], '2026-12-07')).toBeUndefined()
})

test.each([
  ['2026-11-16', 1],
  ['2026-11-20', 1],
  ['2026-11-21', 2],
  ['2026-11-22', 2],
] as const)('the page of %s arrives with %i weeks', (day, weeks) => expect(firstWeeks(day)).toBe(weeks))
