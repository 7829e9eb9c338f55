import { describe, expect, test } from 'vitest'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { adminCalendarChoices } from '../../contract/admin/calendar.ts'
import { readGuide } from './guide-table.ts'

// Monday; in the test of a week that is shown from Monday on.
const today = '2026-11-30'
const format = (id: string, name: string, short_name: string | null, last_number: number | null = null) => ({
  id,
  name,
  short_name,
  active: true,
  broadcaster_id: 'rtl',
  streaming_provider_id: 'rtl+',
  seasons: [
    {
      id: `${id}-20`,
      season_number: 20,
      title: null,
      last_number,
      last_date: last_number === null ? null : '2026-11-29',
    },
    { id: `${id}-19`, season_number: 19, title: null, last_number: 17, last_date: '2025-02-09' },
  ],
})
const choices = exampleOf(adminCalendarChoices, {
  formats: [
    format('camp', 'Ich bin ein Star – Holt mich hier raus!', 'Dschungelcamp', 7),
    format('bach', 'Der Bachelor', 'Bachelor'),
    format('love', 'Love Island', null, 3),
    format('ggg', 'Das große Promi-Büßen', null),
    format('swim', 'RTL Turmspringen', null),
  ],
  broadcasters: [
    { id: 'rtl', name: 'RTL', active: true },
    { id: 'rtl2', name: 'RTLZWEI', active: true },
    { id: 'sat1', name: 'SAT.1', active: true },
    { id: 'pro7', name: 'ProSieben', active: true },
    { id: 'k1', name: 'Kabel Eins', active: true },
    { id: 'vox', name: 'VOX', active: true },
  ],
  providers: [
    { id: 'rtl+', name: 'RTL+', active: true },
    { id: 'joyn', name: 'Joyn', active: true },
  ],
})

/** `day time format/title season episode type station minutes`, as far as there is any. */
function said(text: string): string[] {
  return readGuide(text, { shown: today, today, choices }).map(({ fields, doubts }) => {
    if (doubts.length > 0 || !fields) return '?'
    const named = choices.formats.find(({ id }) => id === fields.formatId)
    const season = named?.seasons.find(({ id }) => id === fields.seasonId)
    return [
      fields.day.slice(5),
      fields.time.slice(0, 5),
      fields.formatId || '–',
      fields.title === named?.name ? null : `„${fields.title}“`,
      season && `S${season.season_number}`,
      fields.episode && `F${fields.episode}`,
      fields.type === 'episode' ? null : fields.type,
      fields.broadcasterId || fields.channel || null,
      fields.providerId && `+${fields.providerId}`,
      fields.minutes && `${fields.minutes}'`,
      fields.live && 'live',
    ]
      .filter(Boolean)
      .join(' ')
  })
}

const camp = 'camp S20 F8'
/** Lines as TV guides, press pages and people write them. Two cannot be known, and are asked. */
const lines: [string, ...string[]][] = [
  ['Mo 7.12. 20:15 Dschungelcamp @RTL 90 Min', `12-07 20:15 ${camp} rtl +rtl+ 90'`],
  ['Mo 7.12. 20:15 Dschungelcamp Folge 9 @RTL 90 Min', "12-07 20:15 camp S20 F9 rtl +rtl+ 90'"],
  ['Mo 7.12. 20:15 Dschungelcamp live @RTL', `12-07 20:15 ${camp} rtl +rtl+ live`],
  ['Mi 2.12. 20:15 Love Island Finale @RTLZWEI', '12-02 20:15 love S20 F4 finale rtl2 +rtl+'],
  ['Mi 2.12. 22.15 Dschungelcamp @RTL 90', `12-02 22:15 ${camp} rtl +rtl+ 90'`],
  ['heute 11:00 Ich bin ein Star – Holt mich hier raus! @RTL 90', `11-30 11:00 ${camp} rtl +rtl+ 90'`],
  ['Mittwoch, 2. Dezember 2026, 20.15 Uhr, RTL: Der Bachelor', '12-02 20:15 bach S20 rtl +rtl+'],
  ['02.12.2026 | 20:15 Uhr | RTL | Der Bachelor | Folge 3', '12-02 20:15 bach S20 F3 rtl +rtl+'],
  ['20:15 - 23:40 Uhr Dschungelcamp (RTL)', `11-30 20:15 ${camp} rtl +rtl+ 205'`],
  ['Fr 4.12. 20:15 Dschungelcamp bis 23:40', `12-04 20:15 ${camp} rtl +rtl+ 205'`],
  ['Sa 5.12. 22:30 bis 0:15 Uhr Love Island RTLZWEI', `12-05 22:30 love S20 F4 rtl2 +rtl+ 105'`],
  ['Di 20.15 Love Island @RTLZWEI 120 Min', `12-01 20:15 love S20 F4 rtl2 +rtl+ 120'`],
  ['Love Island, Mo 7.12., 20:15 Uhr, RTLZWEI', '12-07 20:15 love S20 F4 rtl2 +rtl+'],
  [
    'Mo 7.12. und Di 8.12. 20:15 Dschungelcamp @RTL',
    `12-07 20:15 ${camp} rtl +rtl+`,
    '12-08 20:15 camp S20 F9 rtl +rtl+',
  ],
  [
    'Mo 7.12. 20:15, Di 8.12. 22:15 Dschungelcamp',
    `12-07 20:15 ${camp} rtl +rtl+`,
    '12-08 22:15 camp S20 F9 rtl +rtl+',
  ],
  [
    '7.–9.12. 20:15 Uhr Love Island',
    '12-07 20:15 love S20 F4 rtl +rtl+',
    '12-08 20:15 love S20 F5 rtl +rtl+',
    '12-09 20:15 love S20 F6 rtl +rtl+',
  ],
  [
    'Mo–Mi 18:00 Love Island',
    '11-30 18:00 love S20 F4 rtl +rtl+',
    '12-01 18:00 love S20 F5 rtl +rtl+',
    '12-02 18:00 love S20 F6 rtl +rtl+',
  ],
  ['Mo 20:15 Der Bachelor, 22:15 Love Island', '11-30 20:15 bach S20 rtl +rtl+', '11-30 22:15 love S20 F4 rtl +rtl+'],
  [
    'Di 1.12. 20:15 Dschungelcamp, Wdh. Mi 10:00',
    `12-01 20:15 ${camp} rtl +rtl+`,
    '12-02 10:00 camp S20 rerun rtl +rtl+',
  ],
  ['Do 3.12. 14:00 Dschungelcamp (Wdh.) RTL', '12-03 14:00 camp S20 rerun rtl +rtl+'],
  ['So 6.12. 20:15 Dschungelcamp: Das große Finale', '12-06 20:15 camp „Das große Finale“ S20 F8 finale rtl +rtl+'],
  ['So 6.12. 20:15 Dschungelcamp – Finale (live)', '12-06 20:15 camp S20 F8 finale rtl +rtl+ live'],
  [
    'Mo 7.12. 22:15 Dschungelcamp: Das große Wiedersehen',
    '12-07 22:15 camp „Das große Wiedersehen“ S20 reunion rtl +rtl+',
  ],
  ['Der Bachelor S20E01 2.12.2026 20:15 RTL', '12-02 20:15 bach S20 F1 rtl +rtl+'],
  ['Der Bachelor, Staffel 20, Folge 2, Mi 9.12., 20.15 Uhr', '12-09 20:15 bach S20 F2 rtl +rtl+'],
  ['9.12. 20:15 Der Bachelor (2/10)', '12-09 20:15 bach S20 F2 rtl +rtl+'],
  ['9.12. 20:15 Der Bachelor, 3. Folge', '12-09 20:15 bach S20 F3 rtl +rtl+'],
  ['20.15 RTL Der Bachelor', '11-30 20:15 bach S20 rtl +rtl+'],
  ['20:15 RTL Turmspringen', '11-30 20:15 swim S20 rtl +rtl+'],
  ['Mo 22:15 Uhr Prominent getrennt', '11-30 22:15 – „Prominent getrennt“'],
  ["morgen 9:05 Frühstück @SAT.1 30'", "12-01 09:05 – „Frühstück“ sat1 30'"],
  ['24.12. 18:00 24 Stunden mit dir @VOX 90 Minuten', "12-24 18:00 – „24 Stunden mit dir“ vox 90'"],
  ['1.2. 20:15 Neues Jahr @Kabel Eins', '02-01 20:15 – „Neues Jahr“ k1'],
  ['Di, 2015 Love Island @Bürgerfunk', '12-01 20:15 love S20 F4 Bürgerfunk +rtl+'],
  ['Fr., 04.12., um 20 Uhr: Das große Promi-Büßen | ProSieben', '12-04 20:00 ggg S20 pro7 +rtl+'],
  ['2026-12-04 20:15 Das große Promi-Büßen', '12-04 20:15 ggg S20 rtl +rtl+'],
  ['Donnerstag 20:15 Uhr Love Island bei Joyn', '12-03 20:15 love S20 F4 +joyn'],
  ['4. Dez. ab 20:15 Uhr Love Island, 1 Std. 30', "12-04 20:15 love S20 F4 rtl +rtl+ 90'"],
  ['• Sa., 5. Dezember – 20:15 Uhr – RTL – Dschungelcamp', `12-05 20:15 ${camp} rtl +rtl+`],
  ['übermorgen 20:15 Dschungelcamp', `12-02 20:15 ${camp} rtl +rtl+`],
  ['So ist Liebe 5.12. 20:15', '12-05 20:15 – „So ist Liebe“'],
  // The date is a Tuesday.
  ['Mo 8.12. 20:15 Dschungelcamp', '?'],
  ['Di 20:15 RTL Sommerspecial im Schnee', '?'],
]

describe('lines as they are written', () => {
  test.each(lines)('%s', (line, ...rows) => expect(said(line)).toEqual(rows))
  test('forty, of which two are asked', () => {
    expect(lines.length).toBeGreaterThanOrEqual(40)
    expect(lines.filter(([, first]) => first === '?')).toHaveLength(2)
  })
})

test('the week of a press page: a date above its lines, a station above all, numbers counted on', () => {
  expect(
    said(`ProSieben

Montag, 7. Dezember 2026
20:15 Dschungelcamp
22:15 Love Island (Wdh.)

Dienstag, 8. Dezember 2026
20:15 Dschungelcamp
23:00 Dschungelcamp: Finale`),
  ).toEqual([
    '12-07 20:15 camp S20 F8 pro7 +rtl+',
    '12-07 22:15 love S20 rerun pro7 +rtl+',
    '12-08 20:15 camp S20 F9 pro7 +rtl+',
    '12-08 23:00 camp S20 F10 finale pro7 +rtl+',
  ])
})

test.each([
  ['Love Island', 'Es fehlt ein Tag oder eine Uhrzeit.'],
  ['29.2. 20:15 Schalttag', '29.2. gibt es nicht.'],
  ['So 20:15', 'Es fehlt der Titel.'],
  ['1.11. 20:15 Dschungelcamp', 'Der Tag ist schon vorbei.'],
  ['20:15 Dschungelcamp, Staffel 21', 'Staffel 21 gibt es noch nicht.'],
  ['20:15 Dschungelcamp, Folge 3 + 4', 'Zwei Folgen an einem Termin: Welche Nummer soll dastehen?'],
  ['20:15 Dschungelcamp Nachklapp', 'Gehört das zu „Dschungelcamp“?'],
  ['20:15 Der Bachelor 25:70', 'Ein Teil der Zeile war nicht zu lesen.'],
  ['Mo 20:15 Nachtschicht 1441 Min', 'Das lässt sich so nicht speichern. Prüf Tag, Titel und Minuten.'],
  ['29.11. 20:15 Dschungelcamp', 'Der Tag ist schon vorbei.'],
])('%s is asked: %s', (line, doubt) => {
  const [row] = readGuide(line, { shown: today, today, choices })
  expect(row?.doubts).toContain(doubt)
})
