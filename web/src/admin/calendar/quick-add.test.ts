import type { QuickEvent } from '@hot/domain/calendar/quick-event'
import { expect, test } from 'vitest'
import { emptyFields } from './event-draft.ts'
import { quickFields } from './quick-add.tsx'

const choices = {
  formats: [
    {
      id: 'f1',
      name: 'Germany’s Next Dschungel',
      short_name: 'GND',
      active: true,
      broadcaster_id: 'b1',
      streaming_provider_id: 'p1',
      seasons: [{ id: 's1', season_number: 3, title: null }],
    },
  ],
  broadcasters: [
    { id: 'b1', name: 'RTL', active: true },
    { id: 'b2', name: 'ZDFneo', active: true },
  ],
  providers: [{ id: 'p1', name: 'RTL+', active: true }],
}
const typed: QuickEvent = { day: '2026-11-24', time: '20:15:00', title: 'gnd', channel: null, minutes: null }
const read = (given: Partial<QuickEvent>) => quickFields({ ...typed, ...given }, emptyFields(typed.day), choices)

test('a known name is the format with its season and channels', () => {
  expect(read({})).toMatchObject({
    formatId: 'f1',
    seasonId: 's1',
    title: 'Germany’s Next Dschungel',
    broadcasterId: 'b1',
    providerId: 'p1',
  })
})

test('a typed channel wins, known or not', () => {
  expect(read({ channel: 'zdfNEO', minutes: 90 })).toMatchObject({ broadcasterId: 'b2', channel: '', minutes: '90' })
  expect(read({ channel: 'Bürgerfunk' })).toMatchObject({ broadcasterId: '', channel: 'Bürgerfunk' })
})

test('any other title is a title', () => {
  expect(read({ title: 'Das große Wiedersehen' })).toMatchObject({ formatId: '', title: 'Das große Wiedersehen' })
})
