import { addDays, berlinInstant } from '@hot/domain/berlin-time'
import { seriesDays, seriesFrequencies } from '@hot/domain/series'
import {
  adminCalendarChoices,
  adminCalendarEvent,
  adminCalendarPage,
  copiedWeek,
  type EventDraft,
  type EventValues,
  eventCollisions,
  savedEvent,
} from '@hot/domain/wire/admin-calendar'
import { expect, test } from 'vitest'
import type { Person } from './people.ts'
import { type Stage, useStage } from './stage.ts'
import { createWorld, world } from './world.ts'

const play = useStage(createWorld)

const start = '2027-03-02'
const values: Partial<EventValues> = { title: 'Sommerhaus', format_id: world.format, broadcaster_id: world.broadcaster }
const draft = (given: Partial<EventDraft>): string =>
  JSON.stringify({ id: null, seen: null, scope: 'this', values: {}, series: null, ...given } satisfies EventDraft)
const weekly = draft({
  values: { ...values, season_id: world.season, event_date: start, episode_number: 1, duration_minutes: 120 },
  series: { frequency: 'weekly', until: '2027-03-30' },
})

const call = async (t: Stage, person: Person, rpc: string, ...args: (string | null)[]) => {
  const names = args.map((_, at) => `$${at + 1}`).join(', ')
  return (await t.as(person, `select public.${rpc}(${names}) as answer`, args)).rows[0]?.answer
}
const save = async (t: Stage, given: string, person: Person = 'moderator') =>
  savedEvent.parse(await call(t, person, 'admin_save_event', given))
/** `day time number parent`, parents as letters in the order they appear. */
const shown = async (t: Stage) => {
  const { rows } = await t.owner(
    `select id, event_date::text as day, left(event_time::text, 5) as time, episode_number as number, series_parent_id as parent
     from public.calendar_events where is_occurrence and event_date > '2027-01-01' order by event_date, event_time, id`,
  )
  const parents = [...new Set(rows.map((row) => row.parent).filter(Boolean))]
  return rows.map((row) =>
    [String(row.day).slice(5), row.time, row.number ?? '-', row.parent ? 'AB'[parents.indexOf(row.parent)] : '-'].join(
      ' ',
    ),
  )
}
const idOn = (t: Stage, day: string) =>
  t.value('select id from public.calendar_events where is_occurrence and event_date = $1', [day]).then(String)
const actions = (t: Stage) =>
  t.owner('select action_type, details from public.admin_actions order by created_at, id').then((answer) => answer.rows)

test(
  'a series is written once: a parent, an episode each week, one row in the log',
  play(async (t) => {
    expect(await save(t, weekly)).toMatchObject({ saved: 5, removed: 0 })
    expect(await shown(t)).toEqual([
      '03-02 20:15 1 A',
      '03-09 20:15 2 A',
      '03-16 20:15 3 A',
      '03-23 20:15 4 A',
      '03-30 20:15 5 A',
    ])
    const parent = await t.owner(
      'select series_end_date::text, channel, season_number from public.calendar_events where not is_occurrence',
    )
    expect(parent.rows).toEqual([{ series_end_date: '2027-03-30', channel: 'RTL', season_number: 9 }])
    expect(await actions(t)).toMatchObject([
      { action_type: 'create_calendar_event', details: { name: 'Sommerhaus', episodes: 5 } },
    ])
  }),
)

test(
  'only this, this and following, all: times, days and numbers of the right episodes',
  play(async (t) => {
    await save(t, weekly)
    await save(
      t,
      draft({
        id: await idOn(t, '2027-03-09'),
        scope: 'this',
        values: { event_time: '22:00:00', event_date: '2027-03-10' },
      }),
    )
    const third = await idOn(t, '2027-03-16')
    await save(
      t,
      draft({ id: third, scope: 'following', values: { event_time: '21:15:00', event_date: '2027-03-17' } }),
    )
    expect(await shown(t)).toEqual([
      '03-02 20:15 1 A',
      '03-10 22:00 2 A',
      '03-17 21:15 3 B',
      '03-24 21:15 4 B',
      '03-31 21:15 5 B',
    ])
    const ends = await t.owner(
      'select series_end_date::text as day from public.calendar_events where not is_occurrence order by 1',
    )
    expect(ends.rows.map((row) => row.day)).toEqual(['2027-03-10', '2027-03-31'])
    expect(await idOn(t, '2027-03-17')).toBe(third)
    await save(t, draft({ id: third, scope: 'all', values: { episode_number: 10 } }))
    expect((await shown(t)).slice(1)).toEqual([
      '03-10 22:00 2 A',
      '03-17 21:15 10 B',
      '03-24 21:15 11 B',
      '03-31 21:15 12 B',
    ])
  }),
)

test(
  'a new rhythm moves the episodes in order, adds what is missing, and only admins let some go',
  play(async (t) => {
    await save(t, weekly)
    const id = await idOn(t, '2027-03-16')
    const longer = draft({ id, scope: 'following', series: { frequency: 'biweekly', until: '2027-05-11' } })
    expect(await save(t, longer)).toMatchObject({ saved: 5, removed: 0 })
    expect((await shown(t)).slice(2)).toEqual([
      '03-16 20:15 3 B',
      '03-30 20:15 4 B',
      '04-13 20:15 5 B',
      '04-27 20:15 6 B',
      '05-11 20:15 7 B',
    ])
    const shorter = draft({ id, scope: 'all', series: { frequency: 'weekly', until: '2027-03-23' } })
    const refused = await t.attempt('moderator', 'select public.admin_save_event($1)', [shorter])
    expect(refused.error?.hint).toBe('episodes_would_go')
    expect(await save(t, shorter, 'admin')).toMatchObject({ saved: 2, removed: 3 })
    expect((await shown(t)).slice(2)).toEqual(['03-16 20:15 3 B', '03-23 20:15 4 B'])
  }),
)

test(
  'a single event becomes a series, an emptied series goes',
  play(async (t) => {
    const { id } = await save(t, draft({ values: { ...values, event_date: start, event_time: '23:10:00' } }))
    expect(await shown(t)).toEqual(['03-02 23:10 - -'])
    await save(t, draft({ id, series: { frequency: 'daily', until: '2027-03-04' } }))
    expect(await shown(t)).toEqual(['03-02 23:10 - A', '03-03 23:10 - A', '03-04 23:10 - A'])
    expect(await call(t, 'admin', 'admin_delete_event', await idOn(t, '2027-03-03'), 'following')).toEqual({
      removed: 2,
    })
    expect(await shown(t)).toEqual(['03-02 23:10 - A'])
    expect(await call(t, 'admin', 'admin_delete_event', id, 'this')).toEqual({ removed: 1 })
    expect(
      await t.value('select count(*)::integer from public.calendar_events where event_date > $1', ['2027-01-01']),
    ).toBe(0)
  }),
)

test(
  'what cannot be is refused by name, and nothing is written',
  play(async (t) => {
    const { id } = await save(t, weekly)
    const seen = '2026-01-01T00:00:00+00:00'
    const cases: [Partial<EventDraft>, string][] = [
      [
        { values: { ...values, event_date: start }, series: { frequency: 'daily', until: '2054-07-18' } },
        'series_too_long',
      ],
      [
        { values: { ...values, event_date: start }, series: { frequency: 'daily', until: '2027-03-01' } },
        'series_ends_early',
      ],
      [{ values: { title: 'Ohne Tag' } }, 'draft_invalid'],
      [{ values: { event_date: start } }, 'draft_invalid'],
      [{ id: world.fresh, values: { title: 'Weg' } }, 'target_gone'],
      [{ id, seen, values: { title: 'Zu spät' } }, 'changed_meanwhile'],
      [{ id, values: { format_id: world.inactiveFormat } }, 'season_of_other_format'],
    ]
    const before = await shown(t)
    for (const [given, hint] of cases) {
      const outcome = await t.attempt('admin', 'select public.admin_save_event($1)', [draft(given)])
      expect(outcome.error?.hint, JSON.stringify(given)).toBe(hint)
    }
    for (const text of ['', 'null', '[]', '{"values": 1}', '{"values": {}, "series": {"until": "bald"}}']) {
      const outcome = await t.attempt('admin', 'select public.admin_save_event($1)', [text])
      expect(outcome.error?.hint, text).toBe('draft_invalid')
    }
    expect(await shown(t)).toEqual(before)
    expect(await actions(t)).toHaveLength(1)
  }),
)

test(
  'taking format and channel away takes their names along',
  play(async (t) => {
    const { id } = await save(t, draft({ values: { ...values, season_id: world.season, event_date: start } }))
    await save(t, draft({ id, values: { format_id: null, broadcaster_id: null } }))
    const names = `select format_name, season_id, season_number, channel from public.calendar_events where id = '${id}'`
    expect((await t.owner(names)).rows).toEqual([
      { format_name: null, season_id: null, season_number: null, channel: null },
    ])
    await save(t, draft({ id, values: { broadcaster_id: null, channel: 'Bürgerfunk' } }))
    expect(await t.value(`select channel from public.calendar_events where id = $1`, [id])).toBe('Bürgerfunk')
  }),
)

const other = (values: Partial<EventValues>) => draft({ values: { title: 'Anderes', event_date: start, ...values } })
test(
  'two on one channel at one time collide, also past midnight; streaming and what leaves do not',
  play(async (t) => {
    await save(t, weekly)
    const found = async (given: string) => {
      const answer = eventCollisions.parse(await call(t, 'moderator', 'admin_calendar_collisions', given))
      return [
        answer.count,
        ...answer.items.map(
          (one) => `${one.event_date.slice(5)} ${one.event_time.slice(0, 5)}-${one.ends.slice(0, 5)}`,
        ),
      ]
    }
    const rtl = world.broadcaster
    expect(await found(other({ broadcaster_id: rtl, event_time: '21:00:00' }))).toEqual([1, '03-02 20:15-22:15'])
    expect(await found(other({ channel: 'rtl', event_time: '20:00:00' }))).toEqual([1, '03-02 20:15-22:15'])
    expect(await found(other({ broadcaster_id: rtl, event_time: '22:15:00' }))).toEqual([0])
    expect(await found(other({ broadcaster_id: rtl, event_time: '19:15:00' }))).toEqual([0])
    expect(
      await found(
        other({ broadcaster_id: rtl, event_date: '2027-03-01', event_time: '23:00:00', duration_minutes: 1300 }),
      ),
    ).toEqual([1, '03-02 20:15-22:15'])
    expect(await found(other({ streaming_provider_id: world.provider, event_time: '20:15:00' }))).toEqual([0])
    const daily = JSON.parse(other({ broadcaster_id: rtl, event_time: '20:15:00' }))
    expect((await found(JSON.stringify({ ...daily, series: { frequency: 'daily', until: '2027-03-31' } })))[0]).toBe(5)
    // The series itself moves: its own old places are free.
    const id = await idOn(t, '2027-03-09')
    expect(await found(draft({ id, scope: 'all', values: { event_time: '21:00:00' } }))).toEqual([0])
    await save(t, other({ broadcaster_id: rtl, event_date: '2027-03-16', event_time: '22:30:00' }))
    expect(await found(draft({ id, scope: 'all', values: { event_time: '21:00:00' } }))).toEqual([
      1,
      '03-16 22:30-23:30',
    ])
    expect(await found(draft({ id, scope: 'this', values: { event_time: '21:00:00' } }))).toEqual([0])
    await t.owner(`update public.broadcasters set type = 'mediathek' where id = $1`, [rtl])
    expect(await found(other({ broadcaster_id: rtl, event_time: '21:00:00' }))).toEqual([0])
  }),
)

test(
  'a week is copied without numbers, once, of one channel if wished',
  play(async (t) => {
    await save(t, weekly)
    await save(
      t,
      other({ channel: 'Bürgerfunk', description: 'Nur heute', event_date: '2027-03-07', event_time: '00:30:00' }),
    )
    const copy = async (...args: (string | null)[]) =>
      copiedWeek.parse(await call(t, 'moderator', 'admin_copy_week', ...args))
    expect(await copy('2027-03-04', '2027-06-10')).toEqual({ copied: 2, skipped: 0, collisions: 0 })
    expect((await shown(t)).slice(-2)).toEqual(['06-08 20:15 - -', '06-13 00:30 - -'])
    expect(await copy('2027-03-04', '2027-06-10')).toEqual({ copied: 0, skipped: 2, collisions: 0 })
    expect(await copy('2027-03-04', '2027-06-15', world.broadcaster)).toEqual({ copied: 1, skipped: 0, collisions: 0 })
    expect(await copy('2027-03-04', '2027-03-09')).toEqual({ copied: 1, skipped: 1, collisions: 0 })
    const same = await t.attempt('moderator', `select public.admin_copy_week('2027-03-04', '2027-03-01')`)
    expect(same.error?.hint).toBe('same_week')
  }),
)

test(
  'the pages answer in their shapes, and mark what collides',
  play(async (t) => {
    const { id } = await save(t, weekly)
    await save(t, other({ broadcaster_id: world.broadcaster, event_time: '22:00:00' }))
    const page = adminCalendarPage.parse(
      await call(t, 'moderator', 'admin_calendar_page', start, '2027-03-09', null, null),
    )
    expect(page.items.map((item) => [item.title, item.collides, item.in_series])).toEqual([
      ['Sommerhaus', true, true],
      ['Anderes', true, false],
      ['Sommerhaus', false, true],
    ])
    const ofFormat = adminCalendarPage.parse(
      await call(t, 'admin', 'admin_calendar_page', start, start, null, world.format),
    )
    expect(ofFormat.items.map((item) => item.collides)).toEqual([true])
    const event = adminCalendarEvent.parse(
      await call(t, 'moderator', 'admin_calendar_event', await idOn(t, '2027-03-23')),
    )
    expect(event.series).toEqual({ frequency: 'weekly', until: '2027-03-30', episodes: 5, following: 2 })
    expect(adminCalendarEvent.parse(await call(t, 'moderator', 'admin_calendar_event', id)).episode_number).toBe(1)
    expect(await call(t, 'moderator', 'admin_calendar_event', 'kaputt')).toBeNull()
    const choices = adminCalendarChoices.parse(await call(t, 'moderator', 'admin_calendar_choices'))
    expect(choices.formats.find((format) => format.id === world.format)?.seasons).toHaveLength(1)
  }),
)

test(
  'days of series and instants are those of domain/',
  play(async (t) => {
    for (const frequency of seriesFrequencies)
      for (const first of ['2027-01-31', '2028-02-29', '2026-10-24', '2026-12-30']) {
        const until = frequency === 'daily' ? addDays(first, 40) : '2028-12-31'
        const days = await t.value('select private.series_days($1, $2, $3)::text[]', [first, until, frequency])
        expect(days, `${frequency} ${first}`).toEqual(seriesDays({ start: first, until, frequency }))
      }
    for (const day of ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2026-11-21'])
      for (const time of ['00:00', '01:59', '02:00', '02:30', '02:59', '03:00', '03:30', '23:59']) {
        const instant = await t.value('select private.berlin_instant($1, $2)::text', [day, time])
        expect(new Date(String(instant)), `${day} ${time}`).toEqual(berlinInstant(day, time))
      }
  }),
)
