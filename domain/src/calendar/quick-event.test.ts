import { expect, test } from 'vitest'
import { exampleOf } from '../../../tests/support/example-of.ts'
import { adminCalendarChoices } from '../contract/admin/calendar.ts'
import { quickDraft, quickEventForm, readQuickEvent } from './quick-event.ts'

const shown = '2026-11-23'
const today = '2026-11-21'
const read = (line: string) => {
  const event = readQuickEvent(line, shown, today)
  return event && [event.day, event.time, event.title, event.channel, event.minutes]
}

test.each([
  ['Di 20.15 Love Island @RTL 120 Min', ['2026-11-24', '20:15:00', 'Love Island', 'RTL', 120]],
  ['di, 2015 Love Island @Sat 1', ['2026-11-24', '20:15:00', 'Love Island', 'Sat 1', null]],
  ['Di Love Island', ['2026-11-24', '20:15:00', 'Love Island', null, null]],
  ['21.45 Love Island', [shown, '21:45:00', 'Love Island', null, null]],
  ['Love Island', null],
  ['irgendwann was', null],
  ['Mo 22:15 Uhr Prominent getrennt', [shown, '22:15:00', 'Prominent getrennt', null, null]],
  ['heute 23.10 Nachtschicht 45min', [today, '23:10:00', 'Nachtschicht', null, 45]],
  ["morgen 9:05 Frühstück 30'", ['2026-11-22', '09:05:00', 'Frühstück', null, 30]],
  ['24.12. 18:00 Weihnachten @VOX 90 Minuten', ['2026-12-24', '18:00:00', 'Weihnachten', 'VOX', 90]],
  ['1.2. 20:15 Neues Jahr', ['2027-02-01', '20:15:00', 'Neues Jahr', null, null]],
  ['1.2.28 20:15 Noch eins', ['2028-02-01', '20:15:00', 'Noch eins', null, null]],
  ['29.2. 20:15 Schalttag', null],
  ['24 Stunden mit dir', null],
  ['Folge 120', null],
  ['So 20:15', null],
  ['', null],
  ['   ', null],
  ['@RTL', null],
])('%s', (line, event) => expect(read(line)).toEqual(event))

const choices = exampleOf(adminCalendarChoices, {
  formats: [
    {
      id: 'f1',
      name: 'Germany’s Next Dschungel',
      short_name: 'GND',
      active: true,
      broadcaster_id: 'b1',
      streaming_provider_id: 'p1',
      seasons: [{ id: 's1', season_number: 3 }],
    },
  ],
  broadcasters: [
    { id: 'b1', name: 'RTL', active: true },
    { id: 'b2', name: 'ZDFneo', active: true },
  ],
  providers: [{ id: 'p1', name: 'RTL+', active: true }],
})
const planned = (line: string) => quickDraft(line, { shown, today, choices })?.values

test('a known name sets the format with its season and channels', () => {
  expect(planned('20.15 gnd')).toMatchObject({
    format_id: 'f1',
    season_id: 's1',
    title: 'Germany’s Next Dschungel',
    broadcaster_id: 'b1',
    streaming_provider_id: 'p1',
  })
})

test('a typed channel wins, known or not', () => {
  expect(planned('20.15 gnd @zdfNEO 90 Min')).toMatchObject({
    broadcaster_id: 'b2',
    channel: null,
    duration_minutes: 90,
  })
  expect(planned('20.15 gnd @Bürgerfunk')).toMatchObject({ broadcaster_id: null, channel: 'Bürgerfunk' })
})

test('any other title is a title', () => {
  expect(planned('heute Das große Wiedersehen')).toMatchObject({ format_id: null, title: 'Das große Wiedersehen' })
})

test('invalid lines are refused with a message', () => {
  const form = quickEventForm({ shown, today, choices })
  const refusal = (line: string) => form.safeParse({ line }).error?.issues.map(({ message }) => message)
  expect(refusal('heute Das große Wiedersehen')).toBeUndefined()
  expect(refusal('heute Das große Wiedersehen 1441 Min')).toEqual([
    'Das lässt sich so nicht speichern. Prüf Tag, Titel und Minuten.',
  ])
  for (const line of ['irgendwann was', '29.2. Schalttag', 'Di 20:15'])
    expect(refusal(line)).toEqual([
      'Es fehlt ein Tag oder eine Uhrzeit, oder der Titel. So geht es: Di 20.15 Love Island @RTLZWEI 120 Min',
    ])
})
