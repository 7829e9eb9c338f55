import {
  type AdminActivity,
  adminActivity,
  adminBadges,
  adminStats,
  adminTransparency,
  type PickKind,
  pickedEntities,
} from '@hot/domain/contract/admin/staff'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const call = async (t: Harness, sql: string, who: 'moderator' | 'admin' = 'moderator') =>
  (await t.as(who, `select public.${sql} as answer`)).rows[0]?.answer
const badges = async (t: Harness) => adminBadges.parse(await call(t, 'admin_badges()'))
const activity = async (t: Harness, args = '') => adminActivity.parse(await call(t, `admin_activity_page(${args})`))
const transparency = async (t: Harness, from = `current_date - 1`, to = 'current_date + 1') =>
  adminTransparency.parse(await call(t, `admin_transparency(${from}, ${to})`))
const report = (t: Harness, person: 'member' | 'banned', column: string, target: string) =>
  t.as(person, `select public.report_content(null, '${column}', '${target}', 'spam')`)
const guestReport = (t: Harness) =>
  t.as(
    'guest',
    `select public.report_content(null, 'post', '${w.rumor}', 'privacy', null, true, 'Lina', 'lina@gmail.com')`,
  )

test(
  'badges count waiting posts and cases, not reports, and nothing unconfirmed',
  harness(async (t) => {
    expect(await badges(t)).toEqual({ posts: 1, reports: 0, appeals: 0, comments: 0, stars: 0, concerns: 0 })
    await report(t, 'member', 'post', w.discussion)
    await report(t, 'banned', 'post', w.discussion)
    await report(t, 'member', 'comment', w.comment)
    await guestReport(t)
    expect(await badges(t)).toEqual({ posts: 1, reports: 2, appeals: 0, comments: 0, stars: 0, concerns: 0 })
    await t.as('moderator', `update public.community_posts set status = 'approved' where id = '${w.pendingPost}'`)
    expect((await badges(t)).posts).toBe(0)
  }),
)

test(
  'the stats count the whole site, with 70 % of the members as active',
  harness(async (t) => {
    await report(t, 'member', 'post', w.discussion)
    await report(t, 'banned', 'post', w.discussion)
    await t.as('moderator', `delete from public.comments where id = '${w.comment}'`)
    const { figures, days } = adminStats.parse(await call(t, 'admin_stats()'))
    expect(figures).toMatchObject({
      total_users: 5,
      active_users: 4,
      banned_users: 1,
      users_last_7_days: 0,
      total_posts: 4,
      pending_posts: 1,
      posts_last_7_days: 4,
      flagged_posts: 1,
      pending_reports: 2,
      total_comments: 0,
      deleted_comments: 1,
      total_stars: 2,
      total_formats: 2,
      total_events: 1,
    })
    expect(days.posts.at(-1)).toBe(4)
    expect(days.reports.at(-1)).toBe(2)
    expect(days.users.at(-1)).toBe(0)
  }),
)

test(
  'the log has names of people and targets, reasons and the text of a comment',
  harness(async (t) => {
    await t.as('admin', `update public.stars set nickname = 'Pepper' where id = '${w.star}'`)
    await t.as('admin', `update public.star_social_accounts set followers = 7 where star_id = '${w.star}'`)
    await report(t, 'member', 'comment', w.comment)
    await t.owner(`update public.comments set content = repeat('Na endlich! ', 20) where id = '${w.comment}'`)
    const { rows } = await t.owner(`select id::text from public.reports`)
    await t.as(
      'moderator',
      `select public.moderate_case('${rows[0]?.id}', '${w.comment}', 'comment', 'warn', 'Regel 1', p_severity => 'low')`,
    )
    const { actions, admins } = await activity(t)
    const [account] = actions.filter(({ target_type }) => target_type === 'social_account')
    expect(account?.name).toBe('Mandy „Pepper“ Pfefferkorn · instagram')
    const [warned] = actions.filter(({ target_type }) => target_type === 'comment')
    expect(warned).toMatchObject({ admin: { nickname: 'lagerwache' }, reason: 'Regel 1', target_id: w.comment })
    expect(warned?.excerpt).toHaveLength(100)
    const [changed] = actions.filter(({ target_type }) => target_type === 'star')
    expect(changed).toMatchObject({ admin: { nickname: 'chefin' }, name: 'Mandy „Pepper“ Pfefferkorn' })
    expect(changed?.changed).toContain('nickname')
    expect(admins.map(({ nickname }) => nickname)).toEqual(['chefin', 'lagerwache'])
  }),
)

test(
  'the log is filtered by person and target',
  harness(async (t) => {
    await t.owner(`insert into public.admin_actions (admin_id, action_type, target_type)
      select '${people.admin}', 'update_star', 'star' from generate_series(1, 120)`)
    await t.owner(`insert into public.admin_actions (admin_id, action_type, target_type)
      values ('${people.moderator}', 'update_news', 'news')`)
    expect((await activity(t)).actions).toHaveLength(100)
    expect((await activity(t, `'${people.moderator}'`)).actions.map((one) => one.target_type)).toEqual(['news'])
    expect((await activity(t, `null, 'news'`)).actions).toHaveLength(1)
    expect((await activity(t, `'${people.moderator}', 'star'`)).actions).toEqual([])
    expect((await activity(t, `p_limit => 100000`)).actions).toHaveLength(100)
  }),
)

test(
  'the log is read to its end, page by page, also where many actions are of one moment',
  harness(async (t) => {
    await t.owner(`insert into public.admin_actions (admin_id, action_type, target_type, created_at)
      select '${people.admin}', 'update_star', 'star', now() - (n / 40) * interval '1 hour' from generate_series(1, 130) n`)
    const read: string[] = []
    let after: string | null = null
    do {
      const page: AdminActivity = await activity(
        t,
        `p_type => 'star', p_limit => 50, p_after => ${after ? `'${after}'` : 'null'}`,
      )
      read.push(...page.actions.map(({ id }) => id))
      after = page.next
    } while (after)
    const { rows } = await t.owner(
      `select id::text from public.admin_actions where target_type = 'star' order by created_at desc, id`,
    )
    expect(read).toEqual(rows.map(({ id }) => id))
    expect(read).toHaveLength(130)
    expect((await activity(t, `p_after => 'kaputt'`)).actions).toHaveLength(100)
  }),
)

test(
  'every action is an event flagged admin_action, and nobody can forge one',
  harness(async (t) => {
    await t.as('admin', `update public.stars set last_name = 'Paprika' where id = '${w.star}'`)
    const { rows } = await t.as(
      'moderator',
      `select user_id::text, target_type, metadata from public.analytics_events where metadata @> '{"admin_action": true}'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ user_id: people.admin, target_type: 'star' })
    expect(rows[0]?.metadata).toMatchObject({
      action: 'update_star',
      target_type: 'star',
      target_id: w.star,
      admin_id: people.admin,
      admin_name: 'chefin',
    })
    const claim = (who: 'guest' | 'member' | 'moderator' | 'admin', owner: string) =>
      t.attempt(
        who,
        `insert into public.analytics_events (event_type, user_id, metadata) values ('click', ${owner}, '{"admin_action": false}')`,
      )
    for (const who of ['guest', 'member', 'moderator', 'admin'] as const)
      expect((await claim(who, who === 'guest' ? 'null' : `'${people[who]}'`)).error?.code, who).toBe('42501')
  }),
)

test(
  'an event that cannot be written does not fail the action',
  harness(async (t) => {
    await t.owner(
      `alter table public.analytics_events add constraint nothing_fits check (event_type <> 'click') not valid`,
    )
    await t.as('admin', `update public.stars set last_name = 'Paprika' where id = '${w.star}'`)
    expect((await activity(t)).actions).toHaveLength(1)
  }),
)

test(
  'transparency counts notices, decisions and appeals of the requested days',
  harness(async (t) => {
    await report(t, 'member', 'post', w.discussion)
    await report(t, 'member', 'comment', w.comment)
    await guestReport(t)
    const { rows } = await t.owner(`select id::text from public.reports where target_post_id = '${w.discussion}'`)
    await t.as(
      'moderator',
      `select public.moderate_case('${rows[0]?.id}', '${w.discussion}', 'post', 'warn', 'Regel 1', p_severity => 'low')`,
    )
    const counted = await transparency(t)
    expect(counted.notices).toMatchObject({ total: 2, on_posts: 1, on_comments: 1, by_guests: 0, open: 1, acted_on: 1 })
    expect(counted.notices.by_reason).toEqual([{ reason: 'spam', total: 2, acted_on: 1 }])
    expect(counted.notices.median_seconds).toBe(0)
    expect(counted.decisions.by_kind).toContainEqual({ kind: 'warned', target_type: 'post', total: 1 })
    expect(counted.decisions.by_ground).toEqual([{ reason: 'spam', total: 1 }])
    const other = await transparency(t, `'2025-01-01'`, `'2025-12-31'`)
    expect(other.notices).toMatchObject({ total: 0, median_seconds: null, by_reason: [] })
    expect(other.decisions.by_kind).toEqual([])
  }),
)

test(
  'a notice is no guest’s because its member has deleted the account, and a guest’s is one whatever they left',
  harness(async (t) => {
    await t.as(
      'member',
      `select public.report_content(null, 'comment', '${w.comment}', 'illegal_content', 'Eine Drohung', true)`,
    )
    await t.as(
      'guest',
      `select public.report_content(null, 'post', '${w.rumor}', 'illegal_content', 'Erfunden', true, 'Lina', 'lina@gmail.com')`,
    )
    await t.as(
      'guest',
      `select public.report_content(null, 'post', '${w.discussion}', 'illegal_content', null, true, null, null, true)`,
    )
    expect((await transparency(t)).notices).toMatchObject({ total: 3, by_guests: 2 })
    await t.owner(`delete from auth.users where id = '${people.member}'`)
    expect((await transparency(t)).notices).toMatchObject({ total: 3, by_guests: 2 })
  }),
)

test(
  'invalid periods are refused',
  harness(async (t) => {
    for (const days of [`'2026-02-01', '2026-01-01'`, `'2000-01-01', '2026-01-01'`, `null, '2026-01-01'`])
      expect((await t.attempt('admin', `select public.admin_transparency(${days})`)).error?.hint, days).toBe(
        'bad_period',
      )
  }),
)

test(
  'pickers find stars, formats and seasons of all states, and members by the beginning of their nickname',
  harness(async (t) => {
    const pick = async (kind: PickKind, query: string) =>
      pickedEntities.parse(await call(t, `admin_pick('${kind}', '${query}')`)).map(({ id }) => id)
    expect(await pick('star', 'pfeffer MANDY')).toEqual([w.star])
    expect(await pick('star', 'versteckt')).toEqual([w.inactiveStar])
    expect(await pick('format', 'geheim')).toEqual([w.inactiveFormat])
    expect(await pick('season', 'sommerhaus 9')).toEqual([w.season])
    expect(await pick('member', '@Couch')).toEqual([people.other])
    expect(await pick('member', 'kartoffel')).toEqual([])
    expect(await pick('member', '%')).toEqual([])
    expect(await pick('star', '  ')).toEqual([])
    expect(await pick('star', '_')).toEqual([])
  }),
)
