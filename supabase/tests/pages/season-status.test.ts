import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

/** The status of the season as the view says it at an instant: its own definition, with that in place of the present. */
async function statusAt(t: Harness, instant: string): Promise<unknown> {
  const definition = String(await t.value(`select pg_get_viewdef('private.season_cards'::regclass)`))
  const then = definition.replace(/;\s*$/, '').replaceAll('now()', `'${instant}'::timestamptz`)
  expect(then).not.toBe(definition)
  return (await t.owner(`select c.card ->> 'status' as status from (${then}) c where c.id = $1`, [w.season])).rows[0]
    ?.status
}

const dated = (t: Harness, start: string | null, end: string | null) =>
  t.owner('update public.seasons set start_date = $2, end_date = $3 where id = $1', [w.season, start, end])

test(
  'a season runs until the end of its last evening, and from its first day',
  harness(async (t) => {
    await dated(t, '2026-10-01', '2026-11-29')
    for (const [instant, status] of [
      ['2026-09-30T23:59:00+02', 'upcoming'],
      ['2026-10-01T00:05:00+02', 'running'],
      ['2026-11-29T23:00:00+01', 'running'],
      // The finale began at 22:00 and lasts three hours.
      ['2026-11-30T00:20:00+01', 'running'],
      ['2026-11-30T04:59:00+01', 'running'],
      ['2026-11-30T05:00:00+01', 'ended'],
    ] as const)
      expect([instant, await statusAt(t, instant)]).toEqual([instant, status])
  }),
)

test(
  'without dates of its own it ends with the evening of its last episode, also when that is after midnight',
  harness(async (t) => {
    await dated(t, null, null)
    await t.owner('delete from public.calendar_events')
    expect(await statusAt(t, '2026-11-30T00:20:00+01')).toBe('upcoming')
    for (const [day, time] of [
      ['2026-11-22', '22:00'],
      ['2026-11-30', '00:15'],
    ])
      await t.owner(
        `insert into public.calendar_events (title, format_id, season_id, event_date, event_time, duration_minutes, event_type, channel)
         values ('Folge', $1, $2, $3, $4, 60, 'episode', 'RTL')`,
        [w.format, w.season, day, time],
      )
    expect(await statusAt(t, '2026-11-21T12:00:00+01')).toBe('upcoming')
    expect(await statusAt(t, '2026-11-30T00:20:00+01')).toBe('running')
    expect(await statusAt(t, '2026-11-30T05:00:00+01')).toBe('ended')
  }),
)

test(
  'repeats neither begin a season nor keep it running',
  harness(async (t) => {
    await dated(t, null, null)
    await t.owner('delete from public.calendar_events')
    for (const [day, type] of [
      ['2026-11-01', 'rerun'],
      ['2026-11-22', 'episode'],
      ['2026-12-20', 'rerun'],
    ])
      await t.owner(
        `insert into public.calendar_events (title, format_id, season_id, event_date, event_time, event_type)
         values ('Folge', $1, $2, $3, '20:15', $4)`,
        [w.format, w.season, day, type],
      )
    expect(await statusAt(t, '2026-11-10T12:00:00+01')).toBe('upcoming')
    expect(await statusAt(t, '2026-11-22T22:00:00+01')).toBe('running')
    expect(await statusAt(t, '2026-12-01T12:00:00+01')).toBe('ended')
  }),
)
