import { adminCalendarPage, changedEvents, plannedEvents } from '@hot/domain/contract/admin/calendar'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
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

const edits = async (t: Harness, ids: string[], change: (place: number) => object) => {
  const { rows } = await t.owner(
    'select id, updated_at::text as seen from public.calendar_events where id = any ($1)',
    [ids],
  )
  const seen = new Map(rows.map((row) => [row.id, row.seen]))
  return JSON.stringify(ids.map((id, place) => ({ id, seen: seen.get(id), values: change(place) })))
}
const change = (t: Harness, given: string, person: 'moderator' | 'member' = 'moderator') =>
  t.attempt(person, 'select public.admin_change_events($1) as answer', [given])
const slots = async (t: Harness, ids: string[]) =>
  (
    await t.owner(
      `select concat_ws(' ', to_char(event_date, 'MM-DD'), left(event_time::text, 5), episode_number, case when is_cancelled then 'aus' end) as slot
       from public.calendar_events where id = any ($1) order by array_position($1, id)`,
      [ids],
    )
  ).rows.map(({ slot }) => slot)

test(
  'marked dates are changed together, their followers are told once, and taking it back restores each',
  harness(async (t) => {
    const ids = await plan(t, drafts('2027-03-02', '2027-03-03', '2027-03-04'))
    await t.as('member', `select public.set_follow('format', $1, 'usual')`, [w.format])
    const given = await edits(t, ids, (place) => ({
      event_date: '2027-03-02',
      event_time: '09:00:00',
      episode_number: place + 4,
    }))
    const answer = changedEvents.parse((await change(t, given)).rows?.[0]?.answer)
    expect(answer.saved.map(({ id }) => id)).toEqual(ids)
    expect(await slots(t, ids)).toEqual(['03-02 09:00 4', '03-02 09:00 5', '03-02 09:00 6'])
    await t.settled()
    const told = await t.owner('select message from public.notifications where user_id = $1', [people.member])
    expect(told.rows).toEqual([{ message: expect.stringContaining('2 weitere Termine ändern sich auch') }])
    const log = await t.owner(
      `select details ->> 'episodes' as episodes, details -> 'changed' as changed from public.admin_actions
       where action_type = 'update_calendar_events'`,
    )
    expect(log.rows).toEqual([{ episodes: '3', changed: ['episode_number', 'event_date', 'event_time'] }])
    const back = await edits(t, ids, (place) => ({
      event_date: `2027-03-0${place + 2}`,
      event_time: '20:15:00',
      episode_number: place + 1,
    }))
    await change(t, back)
    expect(await slots(t, ids)).toEqual(['03-02 20:15 1', '03-03 20:15 2', '03-04 20:15 3'])
    await change(t, await edits(t, ids, (place) => (place === 1 ? { is_cancelled: true } : {})))
    expect(await slots(t, ids)).toEqual(['03-02 20:15 1', '03-03 20:15 2 aus', '03-04 20:15 3'])
  }),
)

test(
  'what somebody changed or deleted meanwhile stops all of it, and the first are named',
  harness(async (t) => {
    const ids = await plan(t, drafts('2027-03-02', '2027-03-03'))
    const late = await edits(t, ids, () => ({ event_time: '22:00:00' }))
    await t.owner('alter table public.calendar_events disable trigger calendar_events_touch')
    await t.owner(`update public.calendar_events set updated_at = now() + interval '1 second' where id = $1`, [ids[1]])
    const { error } = await change(t, late)
    expect([error?.hint, error?.message]).toEqual([
      'changed_meanwhile',
      expect.stringContaining('Sommerhaus der Stars am 3.3.. Gespeichert ist nichts'),
    ])
    const unseen = JSON.stringify(ids.map((id) => ({ id, values: { event_time: '22:00:00' } })))
    expect((await change(t, unseen)).error?.hint).toBe('changed_meanwhile')
    await t.owner('delete from public.calendar_events where id = $1', [ids[1]])
    expect((await change(t, late)).error?.hint).toBe('target_gone')
    expect(await slots(t, ids)).toEqual(['03-02 20:15 1'])
    const [first = ''] = ids
    const one = await edits(t, [first], () => ({}))
    for (const bad of [JSON.stringify([...JSON.parse(one), ...JSON.parse(one)]), '[]', 'x'])
      expect((await change(t, bad)).error?.hint).toBe('draft_invalid')
    expect((await change(t, JSON.stringify(Array(401).fill({ id: first })))).error?.message).toContain('mehr als 400')
    expect((await change(t, one, 'member')).error?.code).toBe('42501')
  }),
)

test(
  'what begins together is listed by its number everywhere',
  harness(async (t) => {
    const plans = [7, 2, 10, 1].map((episode_number) => ({
      values: { ...values, event_date: '2027-03-02', event_time: '09:00:00', episode_number },
    }))
    await plan(t, JSON.stringify(plans))
    const numbers = async (call: string) => {
      const { rows } = await t.as('moderator', `select public.${call} as answer`)
      const answer = rows[0]?.answer as { items?: unknown; dates?: { items: unknown } } | unknown[]
      const found = Array.isArray(answer) ? answer : (answer.items ?? answer.dates?.items)
      const items = found as { episode_number: number; event_date: string }[]
      return items.filter(({ event_date }) => event_date === '2027-03-02').map((item) => item.episode_number)
    }
    for (const call of [
      `calendar_page('2027-03-01', '2027-03-07')`,
      `admin_calendar_page('2027-03-01', '2027-03-07')`,
      `format_events('${w.format}', null, 200)`,
      `calendar_feed('${w.format}')`,
      `search_page('Sommerhaus', 'dates', null, 50)`,
    ])
      expect(await numbers(call), call).toEqual([1, 2, 7, 10])
    const page = await t.as('moderator', `select public.admin_calendar_page('2027-03-01', '2027-03-07') as answer`)
    expect(adminCalendarPage.parse(page.rows[0]?.answer).items).toHaveLength(4)
    const [told] = (
      await t.owner(
        `select f.facts -> 'times' as times from public.calendar_events e
         cross join lateral private.times_told(e.id, '2027-03-01') f (facts) where e.event_date = '2027-03-02' limit 1`,
      )
    ).rows
    // Four that begin together are one time of the morning's message.
    expect(told?.times).toEqual([{ at: '09:00' }])
  }),
)
