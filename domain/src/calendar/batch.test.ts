import { expect, test } from 'vitest'
import { exampleOf } from '../../../tests/support/example-of.ts'
import { type CalendarEvent, calendarEvent } from '../contract/event.ts'
import { batchesOf, batchNumbers } from './batch.ts'

const episode = (number: number | null, given: Partial<CalendarEvent> = {}): CalendarEvent =>
  exampleOf(calendarEvent, {
    id: `00000000-0000-4000-8000-${String(number ?? 0).padStart(12, '0')}`,
    title: 'Too Hot',
    format_name: 'Too Hot',
    format: null,
    season_number: 1,
    episode_number: number,
    event_date: '2026-12-04',
    event_time: '09:00:00',
    event_type: 'episode',
    channel: null,
    streaming_platform: 'Netflix',
    is_cancelled: false,
    ...given,
  })
const numbers = (events: readonly CalendarEvent[]) =>
  batchesOf(events).map((batch) => batch.map((event) => event.episode_number))

test('episodes that begin together are one entry at the place of the first, also between those of others', () => {
  const other = { format_name: 'Love Is Blind', title: 'Love Is Blind' }
  expect(
    numbers([episode(1), episode(7, other), episode(2), episode(8, other), episode(3, { event_type: 'finale' })]),
  ).toEqual([
    [1, 2, 3],
    [7, 8],
  ])
})

test.each<[string, Partial<CalendarEvent>]>([
  ['later', { event_time: '10:00:00' }],
  ['elsewhere', { streaming_platform: 'RTL+' }],
  ['cancelled', { is_cancelled: true }],
  ['a repeat', { event_type: 'rerun' }],
  ['of another season', { season_number: 2 }],
  ['without a number', { episode_number: null }],
  ['without a format', { format_name: null }],
])('what is %s stands for itself', (_, given) => {
  expect(batchesOf([episode(1), episode(2, given)])).toHaveLength(2)
})

test.each<[number[], string]>([
  [[1, 2, 3], 'Folgen 1–3'],
  [[3, 1, 2], 'Folgen 1–3'],
  [[1, 2, 4], '3 Folgen'],
  [[1, 1, 2, 4], '4 Folgen'],
])('episodes %j are called %s', (given, name) => {
  const [first, ...more] = given.map((number) => episode(number))
  expect(first && batchNumbers([first, ...more])).toBe(name)
})
