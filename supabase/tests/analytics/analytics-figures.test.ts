import { adminAnalytics } from '@hot/domain/contract/admin/analytics'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'
import { insertEvents, type Row } from './analytics-rows.ts'

const harness = useHarness(createWorld)
const { member, other, moderator, admin } = people

/** The answer parsed by its schema, requested through the API by an admin. */
async function page(t: Harness, days = 30) {
  const { rows } = await t.as(
    'admin',
    `select public.admin_analytics_page(private.berlin_day(now()) - ${days - 1}) as page`,
  )
  return adminAnalytics.parse(rows[0]?.page)
}
const told = (user: string, metadata: object, daysAgo: number): Row => ({
  type: 'custom_performance_metric',
  session: `s-${user}`,
  user,
  metadata,
  daysAgo,
})
const step = (user: string, funnel_step: string, daysAgo = 3) => told(user, { funnel_step }, daysAgo)
const conversion = (user: string, conversion_event: string, daysAgo = 3) => told(user, { conversion_event }, daysAgo)

test(
  'without events every figure is zero',
  harness(async (t) => {
    const empty = await page(t)
    expect(empty.total).toEqual({ visitors: 0, sessions: 0, views: 0, votes: 0, posts: 0, comments: 0 })
    expect(empty.days).toHaveLength(30)
    expect(empty.funnel.map(({ members }) => members)).toEqual([0, 0, 0, 0, 0])
    expect([empty.pages, empty.sources, empty.vitals, empty.suspicions]).toEqual([[], [], [], []])
  }),
)

test(
  'visits are counted by the host they came from; what is no host counts as not told',
  harness(async (t) => {
    const begun = (session: string, source: unknown, daysAgo = 2): Row => ({
      type: 'session_start',
      session,
      metadata: source === undefined ? {} : { source },
      daysAgo,
    })
    await insertEvents(t, [
      begun('a', 'google.com'),
      begun('b', 'google.com'),
      begun('b', 'google.com'),
      begun('c', 'reddit.com'),
      begun('d', undefined),
      begun('e', 'https://evil.example/<script>'),
      begun('f', { deep: 1 }),
      begun('alt', 'google.com', 40),
    ])
    expect((await page(t)).sources).toEqual([
      { source: null, visits: 3 },
      { source: 'google.com', visits: 2 },
      { source: 'reddit.com', visits: 1 },
    ])
  }),
)

test(
  'a member is one visitor, a guest one per visit, and a visit across midnight counts once',
  harness(async (t) => {
    await insertEvents(t, [
      { type: 'page_view', session: 'm1', user: member, daysAgo: 3 },
      { type: 'page_view', session: 'm2', user: member, daysAgo: 3 },
      { type: 'page_view', session: 'm3', user: member, daysAgo: 1 },
      { type: 'page_view', session: 'g1', daysAgo: 2, hour: 23 },
      { type: 'page_view', session: 'g1', daysAgo: 1 },
      { type: 'click', session: 'g2', daysAgo: 1 },
      { type: 'vote_cast', session: 'm3', user: member, daysAgo: 1 },
      { type: 'post_create', session: 'm3', user: member, daysAgo: 1 },
      { type: 'comment_create', session: 'm3', user: member, daysAgo: 1 },
      { type: 'comment_create', session: 'm3', user: member, daysAgo: 1 },
      { type: 'page_view', session: 'alt', daysAgo: 40 },
    ])
    const { total, days } = await page(t)
    expect(total).toEqual({ visitors: 3, sessions: 5, views: 5, votes: 1, posts: 1, comments: 2 })
    expect(days.slice(-4)).toMatchObject([
      { visitors: 1, sessions: 2, views: 2 },
      { visitors: 1, sessions: 1, views: 1 },
      { visitors: 3, sessions: 3, views: 2, votes: 1, posts: 1, comments: 2 },
      { visitors: 0, sessions: 0, views: 0 },
    ])
    // The window begins within the visit over midnight.
    expect((await page(t, 2)).total).toMatchObject({ visitors: 3, sessions: 3, views: 2 })
    await t.owner('select private.roll_up_analytics()')
    expect((await page(t)).total).toEqual(total)
  }),
)

test(
  'pages by views, the most viewed first',
  harness(async (t) => {
    const view = (path: string): Row => ({ type: 'page_view', session: 'x', path, daysAgo: 1 })
    await insertEvents(t, [view('/'), view('/stars'), view('/stars'), { ...view('/charts'), type: 'scroll' }])
    expect((await page(t)).pages).toEqual([
      { path: '/stars', views: 2 },
      { path: '/', views: 1 },
    ])
  }),
)

test(
  'a funnel step counts members who took it and all before it; a conversion all who reached it',
  harness(async (t) => {
    await insertEvents(t, [
      step(member, 'first_comment', 5),
      step(member, 'signup_completed'),
      step(member, 'profile_setup_completed'),
      step(member, 'first_post'),
      step(member, 'first_vote'),
      step(other, 'signup_completed'),
      step(other, 'first_vote'),
      step(moderator, 'signup_completed'),
      step(moderator, 'profile_setup_completed'),
      // Signed up before this period, so not counted.
      step(admin, 'signup_completed', 50),
      step(admin, 'profile_setup_completed'),
      conversion(member, 'signup_completed'),
      conversion(other, 'signup_completed'),
      conversion(moderator, 'signup_completed'),
      conversion(other, 'first_vote'),
      conversion(moderator, 'profile_complete'),
      conversion(admin, 'first_post'),
    ])
    const { funnel, conversions } = await page(t)
    expect(funnel.map(({ members }) => members)).toEqual([3, 2, 1, 1, 1])
    expect(Object.fromEntries(conversions.map((c) => [c.conversion, `${c.converted}/${c.members}`]))).toEqual({
      profile_complete: '1/3',
      first_post: '0/3',
      first_vote: '1/3',
      first_comment: '0/3',
      retention_day7: '0/0',
    })
  }),
)

test(
  'retention covers only members whose day is within the period',
  harness(async (t) => {
    await insertEvents(t, [
      conversion(member, 'signup_completed', 20),
      conversion(member, 'retention_day7', 12),
      conversion(other, 'signup_completed', 10),
      conversion(moderator, 'signup_completed', 5),
      conversion(admin, 'signup_completed', 45),
      conversion(admin, 'retention_day7', 30),
      conversion(admin, 'retention_day30', 14),
    ])
    const { retention, conversions } = await page(t)
    expect(retention).toEqual([
      { days: 7, members: 2, stayed: 1 },
      { days: 30, members: 1, stayed: 1 },
    ])
    expect(conversions.at(-1)).toEqual({ conversion: 'retention_day7', members: 2, converted: 1 })
    // Day 30 of the first one came within the last seven days of no window that ends before it.
    expect((await page(t, 7)).retention[1]).toMatchObject({ members: 0 })
  }),
)

test(
  'suspicious registrations are those the server recorded; a member cannot add one',
  harness(async (t) => {
    await t.owner(`select private.record_suspicion(null, 'email', 'x@firma.de', null, 'domain_refused')`)
    const claim = (session: string) =>
      t.attempt(
        'member',
        `insert into public.analytics_events (event_type, user_id, session_id, metadata)
         values ('suspicious_registration', '${member}', ${session}, '{"reason": "plus_tag"}')`,
      )
    expect((await claim('null')).error?.code).toBe('42501')
    expect((await claim("'s'")).error).toBeUndefined()
    expect((await page(t)).suspicions).toEqual([{ reason: 'domain_refused', total: 1 }])
  }),
)

test(
  'the staff log is no visit and not in the summary',
  harness(async (t) => {
    await t.as('admin', `update public.app_settings set signup_mode = 'invite'`)
    await insertEvents(t, [{ type: 'click', session: 'x', daysAgo: 0 }])
    const { rows } = await t.as(
      'admin',
      'select event_type, events, unique_sessions from public.get_analytics_summary()',
    )
    expect(rows).toEqual([{ event_type: 'click', events: 1, unique_sessions: 1 }])
  }),
)
