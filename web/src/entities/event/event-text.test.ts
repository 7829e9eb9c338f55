import { expect, test } from 'vitest'
import { eventDetails, eventOwnTitle, eventPlace } from './event-text.ts'

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

test('season and episode are told as far as they are known', () => {
  expect(eventPlace({ season_number: 11, episode_number: 10 })).toBe('Staffel 11, Folge 10')
  expect(eventPlace({ season_number: null, episode_number: 10 })).toBe('Folge 10')
  expect(eventPlace({ season_number: 11, episode_number: null })).toBe('Staffel 11')
  expect(eventPlace({ season_number: null, episode_number: null })).toBe('')
})

test('the line below the format names both', () => {
  expect(eventDetails(event('Finale'))).toBe('Staffel 11, Folge 10 · Finale')
  expect(eventDetails(event('Folge 10'))).toBe('Staffel 11, Folge 10')
  expect(eventDetails({ ...event('Finale'), season_number: null, episode_number: null })).toBe('Finale')
})
