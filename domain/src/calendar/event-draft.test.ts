import { expect, test } from 'vitest'
import { exampleOf } from '../../../tests/support/example-of.ts'
import { formIssues } from '../../../tests/support/form-issues.ts'
import { adminCalendarChoices, adminCalendarEvent } from '../contract/admin/calendar.ts'
import { draftOf, emptyFields, fieldsOf, formatChosen, formOf, isUnchanged } from './event-draft.ts'

const id = (n: number) => `20000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const fields = { ...emptyFields('2026-11-24'), title: ' Sommerhaus ' }

const stored = exampleOf(adminCalendarEvent, {
  id: id(1),
  title: 'Einzug',
  event_type: 'episode',
  format_id: id(2),
  format_name: 'Sommerhaus',
  season_id: id(3),
  episode_number: 1,
  event_date: '2026-11-24',
  event_time: '20:15:00',
  duration_minutes: 120,
  broadcaster_id: id(4),
  channel: 'RTL',
  updated_at: '2026-11-21T20:00:00.123456+00:00',
  series: { frequency: 'weekly', until: '2026-12-22', episodes: 5, following: 4 },
})

test('a new event is sent as it will be stored', () => {
  expect(draftOf({ ...fields, time: '2215', minutes: '90', channel: 'Bürgerfunk' }, null, 'this')).toEqual({
    id: null,
    seen: null,
    scope: 'this',
    series: null,
    values: {
      title: 'Sommerhaus',
      event_type: 'episode',
      format_id: null,
      season_id: null,
      episode_number: null,
      event_date: '2026-11-24',
      event_time: '22:15:00',
      duration_minutes: 90,
      broadcaster_id: null,
      channel: 'Bürgerfunk',
      streaming_provider_id: null,
      streaming_platform: null,
      description: null,
      is_live: false,
      is_cancelled: false,
      change_note: null,
    },
  })
  expect(draftOf({ ...fields, time: '' }, null, 'this')?.values.event_time).toBe('20:15:00')
})

test('of an existing event only changes are sent', () => {
  expect(isUnchanged(draftOf(fieldsOf(stored), stored, 'all'))).toBe(true)
  const edited = { ...fieldsOf(stored), time: '21.15', broadcasterId: '' }
  expect(draftOf(edited, stored, 'following')).toEqual({
    id: stored.id,
    seen: stored.updated_at,
    scope: 'following',
    values: { event_time: '21:15:00', broadcaster_id: null },
    series: null,
  })
  const longer = { ...fieldsOf(stored), until: '2026-12-29' }
  expect(draftOf(longer, stored, 'all')?.series).toEqual({ frequency: 'weekly', until: '2026-12-29' })
  expect(draftOf(longer, stored, 'this')?.series).toBeNull()
})

test.each([
  [{ title: '  ' }, 'title'],
  [{ day: '2026-02-30' }, 'day'],
  [{ time: 'abends' }, 'time'],
  [{ minutes: '1441' }, 'minutes'],
  [{ minutes: 'lang' }, 'minutes'],
  [{ episode: '-1' }, 'episode'],
  [{ repeats: true }, 'until'],
  [{ repeats: true, until: '2026-11-23' }, 'until'],
  [{ repeats: true, frequency: 'daily' as const, until: '2054-04-10' }, 'until'],
])('%j is refused at %s', (given, field) => {
  const mistaken = { ...fields, ...given }
  expect(Object.keys(formIssues(formOf(null, 'this').safeParse(mistaken).error?.issues ?? []))).toEqual([field])
  expect(draftOf(mistaken, null, 'this')).toBeNull()
})

test('a format sets name, season and channels, and removes only its own again', () => {
  const format = (n: number, name: string) => ({
    id: id(n),
    name,
    active: true,
    broadcaster_id: id(n + 100),
    seasons: [{ id: id(n + 200), season_number: 2 }],
  })
  const choices = exampleOf(adminCalendarChoices, { formats: [format(1, 'Eins'), format(2, 'Zwei')] })
  const empty = emptyFields('2026-11-24')
  const first = { ...empty, ...formatChosen(empty, id(1), choices) }
  expect(first).toMatchObject({ title: 'Eins', seasonId: id(201), broadcasterId: id(101), providerId: '' })
  expect(formatChosen({ ...first, title: 'Finale' }, id(2), choices)).toMatchObject({
    title: 'Finale',
    broadcasterId: id(102),
  })
  expect(formatChosen(first, '', choices)).toMatchObject({ title: '', seasonId: '', broadcasterId: '' })
})
