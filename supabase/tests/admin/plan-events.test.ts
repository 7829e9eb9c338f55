import { plannedEvents } from '@hot/domain/contract/admin/calendar'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld, world as w } from '../support/world.ts'
import { values } from './calendar-drafts.ts'

const harness = useHarness(createWorld)

const drafts = (...days: (string | null)[]) =>
  JSON.stringify(days.map((event_date, at) => ({ values: { ...values, event_date, episode_number: at + 1 } })))
const plan = async (t: Harness, given: string) =>
  plannedEvents.parse(
    (await t.as('moderator', 'select public.admin_plan_events($1) as answer', [given])).rows[0]?.answer,
  ).ids
const takeBack = async (t: Harness, ids: string[]) =>
  (await t.as('moderator', 'select public.admin_take_back_events($1) as answer', [ids])).rows[0]?.answer
const stored = (t: Harness) =>
  t.value(`select count(*)::int from public.calendar_events where event_date > '2027-01-01'`)

test(
  'what was read is published together, in order of broadcast, and taken back together by a moderator',
  harness(async (t) => {
    const ids = await plan(t, drafts('2027-03-04', '2027-03-02', '2027-03-03'))
    const { rows } = await t.owner(
      'select event_date::text as day from public.calendar_events where id = any ($1) order by array_position($1, id)',
      [ids],
    )
    expect(rows.map(({ day }) => day)).toEqual(['2027-03-02', '2027-03-03', '2027-03-04'])
    const log = await t.owner(
      `select action_type, details ->> 'episodes' as episodes from public.admin_actions order by created_at desc limit 1`,
    )
    expect(log.rows).toEqual([{ action_type: 'create_calendar_events', episodes: '3' }])
    expect(await takeBack(t, ids)).toEqual({ removed: 3 })
    expect(await stored(t)).toBe(0)
    expect(await takeBack(t, ids)).toEqual({ removed: 0 })
  }),
)

test(
  'all or nothing, at most a hundred, and never an edit of what is there',
  harness(async (t) => {
    for (const bad of [drafts('2027-03-02', null), '[]', '{}', 'x', drafts(...Array(101).fill('2027-03-02'))])
      expect((await t.attempt('moderator', 'select public.admin_plan_events($1)', [bad])).error?.hint).toBe(
        'draft_invalid',
      )
    expect(await stored(t)).toBe(0)
    const before = await t.value('select title from public.calendar_events where id = $1', [w.event])
    await plan(
      t,
      JSON.stringify([{ id: w.event, scope: 'all', values: { ...values, title: 'Neu', event_date: '2027-03-02' } }]),
    )
    expect(await t.value('select title from public.calendar_events where id = $1', [w.event])).toBe(before)
    expect((await t.attempt('member', 'select public.admin_plan_events($1)', [drafts('2027-03-02')])).error?.code).toBe(
      '42501',
    )
  }),
)

test(
  'only what is fresh and as it was made is taken back',
  harness(async (t) => {
    const [changed = '', old = '', fresh = ''] = await plan(t, drafts('2027-03-02', '2027-03-03', '2027-03-04'))
    await t.owner(`update public.calendar_events set updated_at = created_at + interval '1 second' where id = $1`, [
      changed,
    ])
    await t.owner(`alter table public.calendar_events disable trigger calendar_events_touch`)
    await t.owner(
      `update public.calendar_events set created_at = now() - interval '11 minutes', updated_at = now() - interval '11 minutes' where id = any ($1)`,
      [[old, w.event]],
    )
    await t.owner(`update public.calendar_events set updated_at = created_at + interval '1 second' where id = $1`, [
      changed,
    ])
    expect(await takeBack(t, [changed, old, fresh, w.event])).toEqual({ removed: 1 })
    const { rows } = await t.owner('select id from public.calendar_events where id = any ($1) order by event_date', [
      [changed, old, fresh, w.event],
    ])
    expect(rows.map(({ id }) => id)).not.toContain(fresh)
    expect(rows).toHaveLength(3)
    expect((await t.attempt('member', 'select private.take_back_events($1)', [[old]])).error?.code).toBe('42501')
  }),
)
