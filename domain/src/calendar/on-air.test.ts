import { expect, test } from 'vitest'
import { onAirCases, shownTimes } from '../../../tests/support/oracles/on-air-cases.ts'
import { berlinInstant, berlinTime } from '../time/berlin-time.ts'
import { televisionDay } from '../time/television-day.ts'
import { eventEnd, eventStart, eventWhen } from './on-air.ts'

test.each(onAirCases)('$day $time ($minutes min) at $at is $when', (one) => {
  const event = { event_date: one.day, event_time: one.time, duration_minutes: one.minutes }
  expect({
    when: eventWhen(event, Date.parse(one.at)),
    belongsTo: televisionDay(eventStart(event)).day,
    televisionDay: televisionDay(one.at).day,
  }).toEqual({ when: one.when, belongsTo: one.belongsTo, televisionDay: one.televisionDay })
})

test('23:30 plus four hours ends at 04:30 when summer time starts and at 02:30 when it ends', () => {
  const at = (event_date: string) => ({ event_date, event_time: '23:30:00', duration_minutes: 240 })
  expect(new Date(eventEnd(at('2026-03-28'))).toISOString()).toBe('2026-03-29T02:30:00.000Z')
  expect(new Date(eventEnd(at('2026-10-24'))).toISOString()).toBe('2026-10-25T01:30:00.000Z')
})

test.each(shownTimes)('%s %s is shown as %s', (day, time, shown) =>
  expect(berlinTime(berlinInstant(day, time))).toBe(shown),
)
