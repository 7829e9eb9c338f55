import { expect, test } from 'vitest'
import { eventDetails, eventEnd, eventOwnTitle, eventStart, eventWhen, seasonAndEpisode } from './event-text.ts'

const hour = 3_600_000
const at = (event_date: string, event_time: string, duration_minutes: number | null = 60) => ({
  event_date,
  event_time,
  duration_minutes,
})

test('a broadcast is live from its first minute until its end', () => {
  const event = at('2026-11-21', '20:15:00', 150)
  const start = Date.parse('2026-11-21T19:15:00Z')
  expect(eventStart(event)).toBe(start)
  expect(eventWhen(event, start - 1)).toBe('later')
  expect(eventWhen(event, start)).toBe('now')
  expect(eventWhen(event, start + 2.5 * hour - 1)).toBe('now')
  expect(eventWhen(event, start + 2.5 * hour)).toBe('past')
})

test('it is still live after midnight', () => {
  const event = at('2026-11-21', '23:10:00', 75)
  expect(eventWhen(event, Date.parse('2026-11-21T23:20:00Z'))).toBe('now')
  expect(eventWhen(event, Date.parse('2026-11-21T23:25:00Z'))).toBe('past')
})

test('without a duration it counts as an hour', () => {
  const event = at('2026-07-01', '20:15:00', null)
  expect(eventEnd(event) - eventStart(event)).toBe(hour)
})

test('23:30 plus four hours ends at 04:30 when summer time starts and at 02:30 when it ends', () => {
  expect(new Date(eventEnd(at('2026-03-28', '23:30:00', 240))).toISOString()).toBe('2026-03-29T02:30:00.000Z')
  expect(new Date(eventEnd(at('2026-10-24', '23:30:00', 240))).toISOString()).toBe('2026-10-25T01:30:00.000Z')
})

test('an event in the missing hour of spring is moved, one in the repeated hour of autumn is in the first', () => {
  expect(new Date(eventStart(at('2026-03-29', '02:30:00'))).toISOString()).toBe('2026-03-29T01:30:00.000Z')
  const night = at('2026-10-25', '02:30:00')
  expect(eventWhen(night, Date.parse('2026-10-25T00:45:00Z'))).toBe('now')
  expect(eventWhen(night, Date.parse('2026-10-25T01:45:00Z'))).toBe('past')
})

const format = {
  id: '7f0e0c1e-8a43-4a53-9d3c-0b3f2f5f9a01',
  slug: 'das-sommerhaus-der-stars',
  name: 'Das Sommerhaus der Stars',
  short_name: 'Sommerhaus',
  emoji: null,
  color: '#F59E0B',
}
const event = (title: string) => ({ title, format, format_name: format.name, season_number: 11, episode_number: 10 })

test.each([
  ['Das Sommerhaus der Stars: Finale', 'Finale'],
  ['Sommerhaus – Das große Wiedersehen', 'Das große Wiedersehen'],
  ['Das Sommerhaus der Stars', null],
  ['Das Sommerhaus der Stars, Staffel 11, Folge 10', null],
  ['Staffel 11, Folge 10: Finale', 'Finale'],
  ['Folge 10', null],
  ['Folge 100 Tage Liebe', 'Folge 100 Tage Liebe'],
  ['Sommerhausfest', 'Sommerhausfest'],
  ['Einzug', 'Einzug'],
])('%j is called %j beyond its format and number', (title, own) => expect(eventOwnTitle(event(title))).toBe(own))

test('season and episode are shown if known', () => {
  expect(seasonAndEpisode({ season_number: 11, episode_number: 10 })).toBe('Staffel 11, Folge 10')
  expect(seasonAndEpisode({ season_number: null, episode_number: 10 })).toBe('Folge 10')
  expect(seasonAndEpisode({ season_number: 11, episode_number: null })).toBe('Staffel 11')
  expect(seasonAndEpisode({ season_number: null, episode_number: null })).toBe('')
})

test('the line below the format names both', () => {
  expect(eventDetails(event('Finale'))).toBe('Staffel 11, Folge 10 · Finale')
  expect(eventDetails(event('Folge 10'))).toBe('Staffel 11, Folge 10')
  expect(eventDetails({ ...event('Finale'), season_number: null, episode_number: null })).toBe('Finale')
})
