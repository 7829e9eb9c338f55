import type { EventDraft } from '@hot/domain/contract/admin/calendar'
import { binPage } from '@hot/domain/contract/admin/posts'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld, world } from '../support/world.ts'
import { call, draft, idOn, save, shown, start, values, weekly } from './calendar-drafts.ts'

const play = useHarness(createWorld)

const actions = (t: Harness) =>
  t.owner('select action_type, details from public.admin_actions order by created_at, id').then((answer) => answer.rows)

test(
  'a series is created once: a parent, an episode each week, one log row',
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
  'only this, this and following, all: the right episodes change times, days and numbers',
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
  'a new rhythm moves the episodes in order and adds missing ones; only admins may remove some',
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
    const { rows } = await t.as('admin', `select public.admin_bin_page('event') as bin`)
    const [lost] = binPage.parse(rows[0]?.bin).items
    expect(lost).toMatchObject({ name: expect.stringMatching(/, 13\.04\.2027$/), counts: { events: 3 } })
    await t.as('admin', 'select public.admin_restore_from_bin($1)', [lost?.id])
    expect((await shown(t)).slice(4)).toEqual(['04-13 20:15 5 B', '04-27 20:15 6 B', '05-11 20:15 7 B'])
  }),
)

test(
  'a single event becomes a series; an empty series is deleted',
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
  'invalid values are refused with their names, and nothing is written',
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
  'removing format and channel removes their names',
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

test(
  'a cancelled broadcast stays, leaves its channel to others, and is not the next episode; its version rises each time',
  play(async (t) => {
    await save(t, weekly)
    const id = await idOn(t, '2027-03-09')
    const rival = draft({ values: { ...values, title: 'Ersatz', event_date: '2027-03-09' } })
    const collisions = async () =>
      ((await call(t, 'moderator', 'admin_calendar_collisions', rival)) as { count: number }).count
    expect(await collisions()).toBe(1)
    const version = async () =>
      (await t.as('guest', `select public.calendar_feed(p_event => '${id}') -> 0 as event`)).rows[0]?.event
    expect(await version()).toMatchObject({ is_cancelled: false, sequence: 0 })
    await save(t, draft({ id, values: { is_cancelled: true } }))
    expect(await version()).toMatchObject({ is_cancelled: true, sequence: 1 })
    expect(await collisions()).toBe(0)
    await save(t, draft({ id, values: { description: 'Nur ein anderer Text.' } }))
    expect(await version()).toMatchObject({ sequence: 1 })
    await save(t, draft({ id, values: { is_cancelled: false, event_time: '21:00:00' } }))
    expect(await version()).toMatchObject({ is_cancelled: false, sequence: 2 })
    const others = await t.value('select sum(ics_sequence)::int from public.calendar_events where id <> $1', [id])
    expect(others).toBe(0)
    expect(await shown(t)).toHaveLength(5)
  }),
)

test(
  'the next episode of a format is one that takes place; a copied week takes place, too',
  play(async (t) => {
    await t.owner('delete from public.calendar_events')
    await save(t, weekly)
    const next = async () =>
      t.value(`select head #>> '{next_episode,event_date}' from private.format_heads where id = '${world.format}'`)
    expect(await next()).toBe(start)
    await save(t, draft({ id: await idOn(t, start), values: { is_cancelled: true } }))
    expect(await next()).toBe('2027-03-09')
    await call(t, 'moderator', 'admin_copy_week', start, '2027-05-03')
    expect(await t.value(`select is_cancelled from public.calendar_events where event_date = '2027-05-04'`)).toBe(false)
  }),
)
