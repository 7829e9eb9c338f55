import { expect, test } from 'vitest'
import { exampleOf } from '../../../tests/support/example-of.ts'
import { formatRef } from '../contract/format.ts'
import { eventDetails, eventOwnTitle, seasonAndEpisode } from './event-name.ts'

const format = exampleOf(formatRef, { name: 'Das Sommerhaus der Stars', short_name: 'Sommerhaus' })
const named = (title: string) => ({ title, format, format_name: format.name, season_number: 11, episode_number: 10 })

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
])('%j is called %j beyond its format and number', (title, own) => expect(eventOwnTitle(named(title))).toBe(own))

test('season and episode are shown if known', () => {
  expect(seasonAndEpisode({ season_number: 11, episode_number: 10 })).toBe('Staffel 11, Folge 10')
  expect(seasonAndEpisode({ season_number: null, episode_number: 10 })).toBe('Folge 10')
  expect(seasonAndEpisode({ season_number: 11, episode_number: null })).toBe('Staffel 11')
  expect(seasonAndEpisode({ season_number: null, episode_number: null })).toBe('')
})

test('the line below the format names both', () => {
  expect(eventDetails(named('Finale'))).toBe('Staffel 11, Folge 10 · Finale')
  expect(eventDetails(named('Folge 10'))).toBe('Staffel 11, Folge 10')
  expect(eventDetails({ ...named('Finale'), season_number: null, episode_number: null })).toBe('Finale')
})

test('without a format the title is the name, and is not repeated below it', () => {
  const alone = { ...named('Der große Reality-Abend'), format: null, format_name: null }
  expect(eventOwnTitle(alone)).toBeNull()
  expect(eventDetails({ ...alone, season_number: null, episode_number: null })).toBe('')
  expect(eventOwnTitle({ ...alone, format_name: 'Reality-Abend' })).toBe('Der große Reality-Abend')
})
