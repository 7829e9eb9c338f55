import { expect, test } from 'vitest'
import { onAirCases, shownTimes } from '../../../tests/support/oracles/on-air-cases.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

/** `offset` minutes from now, as Berlin's day and wall clock. */
const berlin = (offset: number) => `(private.berlin_now() + interval '${offset} minutes')`
type Broadcast = { title: string; from: number; minutes: number; type?: string; cancelled?: boolean }
const plan = async (t: Harness, broadcasts: Broadcast[]) => {
  await t.owner('delete from public.calendar_events')
  for (const { title, from, minutes, type = 'episode', cancelled = false } of broadcasts)
    await t.owner(
      `insert into public.calendar_events (title, format_id, event_date, event_time, duration_minutes, event_type, is_cancelled, channel)
       values ($1, $2, ${berlin(from)}::date, ${berlin(from)}::time, $3, $4, $5, 'RTL')`,
      [title, w.format, minutes, type, cancelled],
    )
}
/** What a guest gets from an RPC. */
const answer = async (t: Harness, call: string, args: unknown[] = []) =>
  (await t.as('guest', `select ${call} as answer`, args)).rows[0]?.answer
type Titled = { title: string }
type Format = { next_episode: (Titled & { event_type: string; duration_minutes: number }) | null }

test(
  'the database decides about the same table of cases as the domain',
  harness(async (t) => {
    const { rows } = await t.owner(
      `select private.is_on_air(c.day::date, c.time::time, c.minutes, c.at) as runs,
         private.is_over(c.day::date, c.time::time, c.minutes, c.at) as over,
         private.television_day_of(c.day::date, c.time::time)::text as "belongsTo", private.television_day(c.at)::text as "televisionDay"
       from jsonb_to_recordset($1::jsonb) as c (place integer, day text, time text, minutes integer, at timestamptz)
       order by c.place`,
      [JSON.stringify(onAirCases.map((one, place) => ({ ...one, place })))],
    )
    expect(rows).toEqual(
      onAirCases.map(({ when, belongsTo, televisionDay }) => ({
        runs: when === 'now',
        over: when === 'past',
        belongsTo,
        televisionDay,
      })),
    )
    for (const [day, time, shown] of shownTimes)
      expect(await t.value('select private.shown_time($1, $2)::text', [day, time])).toBe(shown)
  }),
)

test.each<[string, Broadcast[], string | null]>([
  [
    'what runs, although something comes',
    [
      { title: 'läuft', from: -20, minutes: 120 },
      { title: 'bald', from: 60, minutes: 60 },
    ],
    'läuft',
  ],
  ['what runs since yesterday', [{ title: 'läuft', from: -1430, minutes: 1440 }], 'läuft'],
  ['nothing that is over', [{ title: 'vorbei', from: -61, minutes: 60 }], null],
  ['nothing that is cancelled', [{ title: 'fällt aus', from: -20, minutes: 120, cancelled: true }], null],
  [
    'no repeat while something new comes',
    [
      { title: 'alt', from: 30, minutes: 60, type: 'rerun' },
      { title: 'neu', from: 9000, minutes: 60 },
    ],
    'neu',
  ],
  ['a repeat when there is nothing else', [{ title: 'alt', from: 30, minutes: 60, type: 'rerun' }], 'alt'],
  [
    'a repeat that runs',
    [
      { title: 'alt', from: -5, minutes: 60, type: 'rerun' },
      { title: 'neu', from: 90, minutes: 60 },
    ],
    'alt',
  ],
  [
    'what is new of two that run',
    [
      { title: 'alt', from: -30, minutes: 60, type: 'rerun' },
      { title: 'neu', from: -5, minutes: 60 },
    ],
    'neu',
  ],
])('the next episode is %s', (_, broadcasts, title) =>
  harness(async (t) => {
    await plan(t, broadcasts)
    const slug = await t.value('select slug from public.formats where id = $1', [w.format])
    const page = (await answer(t, 'public.format_page($1)', [slug])) as Format
    expect(page.next_episode?.title ?? null).toBe(title)
    const { items } = (await answer(t, 'public.formats_page()')) as { items: Format[] }
    expect(items.map((format) => format.next_episode?.title).filter(Boolean)).toEqual(title ? [title] : [])
  })(),
)

test(
  'the start page has what runs, whenever it began; search finds it until its end',
  harness(async (t) => {
    await plan(t, [
      { title: 'läuft', from: -1430, minutes: 1440 },
      { title: 'vorbei', from: -1430, minutes: 60 },
    ])
    const home = (await answer(t, 'public.home_page()')) as { today: Titled[] }
    expect(home.today.map(({ title }) => title)).toContain('läuft')
    const found =
      await t.owner(`select e.title from private.find_dates('{sommerhaus}', array['${w.format}']::uuid[], null, 9) d
      join public.calendar_events e on e.id = d.id`)
    expect(found.rows).toEqual([{ title: 'läuft' }])
  }),
)

test(
  'upcoming events begin with today and what still runs: 50, at most 200',
  harness(async (t) => {
    await plan(t, [
      { title: 'läuft', from: -1430, minutes: 1440 },
      { title: 'lange vorbei', from: -2880, minutes: 60 },
    ])
    await t.owner(
      `insert into public.calendar_events (title, format_id, event_date) select 'Folge ' || n, $1,
      private.berlin_now()::date + n from generate_series(0, 250) n`,
      [w.format],
    )
    const upcoming = async (limit: string) =>
      (await answer(t, `public.format_events($1${limit})`, [w.format])) as Titled[]
    const usual = await upcoming('')
    expect(usual.slice(0, 2).map(({ title }) => title)).toEqual(['läuft', 'Folge 0'])
    expect(usual).toHaveLength(50)
    expect(await upcoming(', null, 1000')).toHaveLength(200)
  }),
)

// Saturday, 21 November 2026, in winter: an hour before UTC.
const told: [string, string, [day: string, time: string, type: string, channel: string | null][], string | null][] = [
  ['one', '2026-11-21T08:10:00Z', [['2026-11-21', '20:15', 'episode', 'RTL']], 'heute um 20:15 bei RTL'],
  ['no channel', '2026-11-21T08:10:00Z', [['2026-11-21', '20:15', 'episode', null]], 'heute um 20:15'],
  [
    'a repeat at noon and the evening',
    '2026-11-21T08:10:00Z',
    [
      ['2026-11-21', '12:00', 'rerun', 'RTL'],
      ['2026-11-21', '20:15', 'episode', 'RTL'],
    ],
    'heute um 12:00 (Wiederholung) und um 20:15 bei RTL',
  ],
  [
    'all of a long day, with the night after it',
    '2026-11-21T08:10:00Z',
    [
      ['2026-11-21', '12:00', 'rerun', 'VOX'],
      ['2026-11-21', '20:15', 'episode', 'RTL'],
      ['2026-11-22', '00:05', 'special', 'RTL'],
    ],
    'heute um 12:00 bei VOX (Wiederholung), um 20:15 bei RTL und nachts um 00:05 bei RTL',
  ],
  ['nothing of the night before', '2026-11-21T08:10:00Z', [['2026-11-21', '00:05', 'episode', 'RTL']], null],
  [
    'only what is still to come',
    '2026-11-21T08:10:00Z',
    [
      ['2026-11-21', '00:05', 'episode', 'RTL'],
      ['2026-11-21', '08:00', 'rerun', 'RTL'],
      ['2026-11-21', '20:15', 'episode', 'RTL'],
    ],
    'heute um 20:15 bei RTL',
  ],
  [
    'after midnight only',
    '2026-11-21T08:10:00Z',
    [['2026-11-22', '00:05', 'episode', 'RTL']],
    'heute Nacht um 00:05 bei RTL',
  ],
  [
    'nothing on a day of repeats',
    '2026-11-21T08:10:00Z',
    [
      ['2026-11-21', '12:00', 'rerun', 'RTL'],
      ['2026-11-21', '23:00', 'rerun', 'RTL'],
    ],
    null,
  ],
  [
    'that it is the finale',
    '2026-11-21T08:10:00Z',
    [
      ['2026-11-21', '12:00', 'rerun', 'RTL'],
      ['2026-11-21', '20:15', 'finale', 'RTL'],
    ],
    'Finale: Es läuft heute um 12:00 (Wiederholung) und um 20:15 bei RTL',
  ],
  ['nothing of the next day', '2026-11-21T08:10:00Z', [['2026-11-22', '05:00', 'episode', 'RTL']], null],
  [
    'the gap of spring',
    '2026-03-28T08:10:00Z',
    [['2026-03-29', '02:30', 'episode', 'RTL']],
    'heute Nacht um 03:30 bei RTL',
  ],
]
test.each(told)('the morning tells %s', (_, at, broadcasts, said) =>
  harness(async (t) => {
    await t.owner('delete from public.calendar_events')
    await t.owner('insert into private.follows (member_id, target_type, target_id) values ($1, $2, $3)', [
      people.member,
      'format',
      w.format,
    ])
    for (const [day, time, type, channel] of broadcasts)
      await t.owner(
        'insert into public.calendar_events (title, format_id, event_date, event_time, event_type, channel) values ($1, $2, $3, $4, $5, $6)',
        ['Folge', w.format, day, time, type, channel],
      )
    const { rows } = await t.owner(
      `select (private.notification_words('format_today', facts || '{"topic": "Es"}')).message as said
       from private.broadcasts_to_tell($1) event cross join lateral private.times_told(event, $1) facts`,
      [at],
    )
    expect(rows.map((row) => row.said)).toEqual(
      said ? [said.startsWith('heute') ? `Es läuft ${said}.` : `${said}.`] : [],
    )
  })(),
)

test(
  'names and titles of staff are one line, whoever writes them',
  harness(async (t) => {
    await t.as(
      'admin',
      `insert into public.formats (name, short_name, slug) values (E'Zeile\\r\\nX-EVIL:1', E'Kurz\\u2028er', 'zeile')`,
    )
    await t.as(
      'moderator',
      `insert into public.calendar_events (title, event_date, channel) values (E'Eins\\nZwei\\tDrei', '2027-03-02', E'RTL\\n')`,
    )
    await t.owner(`update public.stars set nickname = E'Man\\u0085dy' where id = $1`, [w.star])
    await t.owner(`update public.broadcasters set name = E'RTL\\n\\nzwei' where id = $1`, [w.broadcaster])
    expect(await t.value(`select name || '|' || short_name from public.formats where slug = 'zeile'`)).toBe(
      'Zeile X-EVIL:1|Kurz er',
    )
    expect(
      await t.value(`select title || '|' || channel from public.calendar_events where event_date = '2027-03-02'`),
    ).toBe('Eins Zwei Drei|RTL')
    expect(await t.value('select nickname from public.stars where id = $1', [w.star])).toBe('Man dy')
    expect(await t.value('select name from public.broadcasters where id = $1', [w.broadcaster])).toBe('RTL zwei')
  }),
)
