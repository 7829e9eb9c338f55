import { expect, test } from 'vitest'
import { formIssues } from '../../../tests/support/form-issues.ts'
import { noWebAddress } from '../url/web-address.ts'
import { channelForm } from './channel-form.ts'
import { formatForm, isOneEmoji } from './format-form.ts'
import { isMisleadingSeasonSlug, moveItem, placementOf, seasonForm } from './season-form.ts'

const format = {
  name: ' Camp  der Wahrheit ',
  short_name: '',
  slug: 'Camp der Wahrheit!',
  emoji: '🏕️',
  color: 'F43F12',
  broadcaster_id: '',
  streaming_provider_id: '',
  streaming_url: 'HTTPS://Strom.example',
  description: 'Zelte.\r\nRegen. ',
  is_active: true,
}
const mistakes = (changes: Partial<typeof format>) => {
  const { error } = formatForm.safeParse({ ...format, ...changes })
  return formIssues(error?.issues ?? [])
}

test('a format is normalised for storage', () => {
  expect(formatForm.parse(format)).toMatchObject({
    name: 'Camp der Wahrheit',
    slug: 'camp-der-wahrheit',
    color: '#f43f12',
    streaming_url: 'https://strom.example/',
    description: 'Zelte.\nRegen.',
  })
})

test.each([
  [{ name: '   ' }, { name: 'Wie heißt das Format?' }],
  [{ slug: 'Staffel' }, { slug: 'Diese Adresse braucht die Seite selbst. Nimm eine andere.' }],
  [{ slug: '!!' }, { slug: 'Die Adresse braucht Buchstaben oder Ziffern.' }],
  [{ emoji: 'Camp' }, { emoji: 'Genau ein Emoji, sonst nichts.' }],
  [{ color: 'rot' }, { color: 'Eine Farbe sieht so aus: #f43f12.' }],
  [{ streaming_url: 'javascript:alert(1)' }, { streaming_url: noWebAddress }],
  [{ short_name: 'x'.repeat(61) }, { short_name: 'Höchstens 60 Zeichen.' }],
])('%o is refused with a message', (changes, words) => {
  expect(mistakes(changes)).toEqual(words)
})

test.each([
  ['🔥', true],
  ['👩‍🌾', true],
  ['🇩🇪', true],
  ['👍🏽', true],
  ['1️⃣', true],
  ['🔥🔥', false],
  ['A', false],
  ['1', false],
  ['', false],
])('%s as one emoji: %s', (text, is) => {
  expect(isOneEmoji(text)).toBe(is)
})

const season = {
  season_number: ' 07 ',
  title: '',
  slug: '',
  start_date: '2026-11-01',
  end_date: '',
  location: ' Köln ',
  description: '',
}

test('a season has a number, dates in order and no slug of another season', () => {
  expect(seasonForm.parse(season)).toMatchObject({ season_number: '7', location: 'Köln' })
  const wrong = (changes: Partial<typeof season>) =>
    Object.keys(formIssues(seasonForm.safeParse({ ...season, ...changes }).error?.issues ?? []))
  expect(wrong({ season_number: 'sieben' })).toEqual(['season_number'])
  expect(wrong({ end_date: '2026-10-31' })).toEqual(['end_date'])
  expect(wrong({ start_date: '2026-02-30' })).toEqual(['start_date'])
  expect(wrong({ slug: 'Staffel 8' })).toEqual(['slug'])
  expect(wrong({ slug: 'Staffel 7' })).toEqual([])
  expect(isMisleadingSeasonSlug('allstars-8', 7)).toBe(false)
  expect([placementOf(1), placementOf(2)]).toEqual(['Gewinner:in', 'Platz 2'])
})

test('a channel needs a name and a known type', () => {
  const channel = { name: '', website_url: '', type: 'funk', color: '#0ea5e9', active: true }
  expect(Object.keys(formIssues(channelForm.safeParse(channel).error?.issues ?? []))).toEqual(['name', 'type'])
})

test('an item moves, but not beyond the ends of the list', () => {
  const list = ['a', 'b', 'c']
  expect(moveItem(list, 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveItem(list, 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moveItem(list, 0, -1)).toBe(list)
  expect(moveItem(list, 2, 3)).toBe(list)
})
