import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'
import { insertEvents } from './analytics-rows.ts'

const harness = useHarness(createWorld)

const partitions = async (t: Harness) =>
  (
    await t.platform(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'public.analytics_events'::regclass and c.relname ~ '\\d' order by 1`,
    )
  ).rows.map(({ name }) => String(name))
/** Names of the partitions of this many months from now on. */
const months = async (t: Harness, from: number, to: number) =>
  (
    await t.owner(
      `select 'analytics_events_' || to_char(date_trunc('month', now() at time zone 'utc') + n * interval '1 month', 'YYYY_MM') as name
       from generate_series($1::int, $2::int) n order by 1`,
      [from, to],
    )
  ).rows.map(({ name }) => String(name))
const types = async (t: Harness) =>
  (await t.owner('select event_type from public.analytics_events order by created_at')).rows.map(
    (row) => row.event_type,
  )

test(
  'this month and the next two have a partition from the start, and running the job again changes nothing',
  harness(async (t) => {
    const expected = await months(t, 0, 2)
    expect(await partitions(t)).toEqual(expected)
    await t.owner('select private.maintain_analytics_months()')
    expect(await partitions(t)).toEqual(expected)
  }),
)

test(
  'without the job, events go to the default partition and are moved when their month is created',
  harness(async (t) => {
    for (const name of await partitions(t)) await t.owner(`drop table private.${name}`)
    const { error } = await t.attempt('guest', `insert into public.analytics_events (event_type) values ('click')`)
    expect(error).toBeUndefined()
    expect(await t.value('select count(*)::int from private.analytics_events_other')).toBe(1)
    await t.owner('select private.maintain_analytics_months()')
    expect(await t.value('select count(*)::int from private.analytics_events_other')).toBe(0)
    expect(await types(t)).toEqual(['click'])
    // An event that is already in the default partition counts once, too.
    const [here] = await months(t, 0, 0)
    expect(
      await t.value(
        `select count(*)::int from pg_trigger where tgrelid = 'private.${here}'::regclass and not tgisinternal`,
      ),
    ).toBe(1)
  }),
)

test(
  'after 90 days events, visits and months are deleted; the staff log is kept as long as its actions',
  harness(async (t) => {
    await insertEvents(t, [
      { type: 'page_view', daysAgo: 200 },
      { type: 'scroll', daysAgo: 91 },
      // Not 89: a German day begins up to two hours before the UTC day, and the clocks may have changed since.
      { type: 'click', daysAgo: 88 },
    ])
    await t.owner(
      `insert into public.analytics_events (event_type, user_id, metadata, month, created_at)
       values ('click', '${people.admin}', '{"admin_action": true}', 'infinity', now() - interval '3 years')`,
    )
    await t.owner(
      `insert into public.user_sessions (id, user_id, session_start) values ('besuch-alt', '${people.member}', now() - interval '91 days'),
       ('besuch-neu', '${people.member}', now() - interval '89 days')`,
    )
    expect(await t.value('select private.expire_analytics()')).toBe(3)
    expect(await types(t)).toEqual(['click', 'click'])
    expect((await t.owner('select id from public.user_sessions')).rows).toEqual([{ id: 'besuch-neu' }])
    await t.owner('select private.maintain_analytics_months()')
    expect(await types(t)).toEqual(['click', 'click'])
    const standing = await partitions(t)
    expect(standing).not.toContain((await months(t, -7, -7))[0])
    expect(standing).not.toContain((await months(t, -6, -6))[0])
  }),
)

test(
  'a run deletes batch after batch, and ends after a batch when its time is over',
  harness(async (t) => {
    await insertEvents(
      t,
      Array.from({ length: 24 }, () => ({ type: 'scroll', daysAgo: 100 })),
    )
    expect(await t.value(`select private.expire_within('0 seconds', 2)`)).toBe(2)
    expect(await t.value(`select private.expire_within('1 hour', 2)`)).toBe(22)
    expect(await types(t)).toEqual([])
  }),
)

test(
  'the nightly counts equal the events, and the summary does not change',
  harness(async (t) => {
    await insertEvents(t, [
      { type: 'page_view', session: 'a', path: '/stars', daysAgo: 5, hour: 23 },
      { type: 'page_view', session: 'a', path: '/stars', daysAgo: 4, hour: 0 },
      { type: 'page_view', session: 'b', path: '/', daysAgo: 4, hour: 12 },
      { type: 'page_view', session: 'b', path: '/', daysAgo: 4, hour: 12 },
      { type: 'vote_cast', session: 'c', user: people.member, daysAgo: 2 },
      { type: 'click', session: 'd', daysAgo: 1 },
      { type: 'click', session: 'd', daysAgo: 0 },
    ])
    const answers = async () => ({
      summary: (await t.as('admin', 'select * from public.get_analytics_summary(private.berlin_day(now()) - 29)')).rows,
      page: (await t.as('admin', 'select public.admin_analytics_page() as page')).rows,
    })
    const before = await answers()
    expect(await t.value('select private.roll_up_analytics()')).toBe(4)
    expect(await t.value('select count(*)::int from private.analytics_daily_types')).toBe(3)
    expect(await answers()).toEqual(before)
    expect(before.summary).toHaveLength(5)
    expect(await t.value('select private.roll_up_analytics()')).toBe(0)
    // From here on the closed days need no events.
    await t.owner(`delete from public.analytics_events where created_at < now() - interval '3 days'`)
    expect((await answers()).summary).toEqual(before.summary)
  }),
)

test(
  'an installation without events is counted without an error',
  harness(async (t) => {
    expect(await t.value('select private.roll_up_analytics()')).toBe(0)
  }),
)
