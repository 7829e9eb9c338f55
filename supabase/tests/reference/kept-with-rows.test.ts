import { expect, test } from 'vitest'
import { useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

test.each([
  ['appeals', 'created_at'],
  ['invites', 'created_at'],
  ['news', 'created_at'],
  ['post_stickers', 'created_at'],
  ['profile_slug_history', 'created_at'],
  ['push_devices', 'created_at'],
  ['star_fans', 'created_at'],
  ['star_social_accounts', 'created_at'],
  ['streaming_providers', 'created_at'],
])('%s.%s is the time of the database, and nobody else sets it', (table, column) =>
  harness(async (t) => {
    const { rows } = await t.owner(
      `select pg_get_expr(d.adbin, d.adrelid) as default, a.attnotnull as required, array(
         select r from unnest(array['anon', 'authenticated']) r cross join unnest(array['insert', 'update']) what
         where has_column_privilege(r, a.attrelid, a.attnum, what)) as set_by
       from pg_catalog.pg_attribute a join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
       where a.attrelid = ('public.' || $1)::regclass and a.attname = $2`,
      [table, column],
    )
    expect(rows).toEqual([{ default: 'now()', required: true, set_by: [] }])
  })(),
)

test.each([
  ['broadcasters', 'updated_at', `update public.broadcasters set name = 'RTL II', updated_at = '2001-01-01'`],
  [
    'streaming_providers',
    'updated_at',
    `update public.streaming_providers set name = 'Joyn', updated_at = '2001-01-01'`,
  ],
  ['realness_votes', 'updated_at', `update public.realness_votes set value = 4, updated_at = '2001-01-01'`],
])('%s.%s is when it changed, whatever is sent', (table, _, change) =>
  harness(async (t) => {
    await t.owner('insert into public.realness_votes (star_id, user_id, value) values ($1, $2, 3)', [
      w.star,
      people.member,
    ])
    await t.owner(change)
    expect(await t.value(`select bool_and(updated_at = now()) from public.${table}`)).toBe(true)
  })(),
)

test(
  'the means of all votes are dated anew when all stars are scored',
  harness(async (t) => {
    await t.owner(`update public.star_vote_means set updated_at = '2001-01-01'`)
    await t.owner('insert into public.realness_votes (star_id, user_id, value) values ($1, $2, 3)', [
      w.star,
      people.member,
    ])
    await t.owner('select private.rescore_all_stars()')
    expect(await t.value(`select max(updated_at) = now() from public.star_vote_means`)).toBe(true)
  }),
)

test.each([
  ['a name', `insert into public.broadcasters (name, color) values ('Kanal', 'rot')`],
  ['three digits', `insert into public.streaming_providers (name, color) values ('Dienst', '#fff')`],
])('a channel has a color of six digits, not %s', (_, sql) =>
  harness(async (t) => {
    await expect(t.owner(sql)).rejects.toMatchObject({ code: '23514' })
  })(),
)

test(
  'a provider that is not active any more can still be read, because past broadcasts name it',
  harness(async (t) => {
    await t.owner('update public.streaming_providers set active = false where id = $1', [w.provider])
    const { rows } = await t.as('guest', 'select name, active, color from public.streaming_providers')
    expect(rows).toEqual([{ name: 'RTL+', active: false, color: '#0ea5e9' }])
  }),
)

test(
  'settings: who changed them, for how long a warning counts, and how many votes there are',
  harness(async (t) => {
    const publishesAtOnce = async () =>
      (await t.as('other', 'select private.may_publish_at_once() as answer')).rows[0]?.answer
    await t.owner('update public.app_settings set auto_approve_after_posts = 1, auto_approve_warning_days = 10')
    await t.owner(
      `insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id, created_at, counts_as_warning)
       values ('profile', $1, 'warned', 'Bitte freundlicher.', $2, now() - interval '11 days', true)`,
      [people.other, people.admin],
    )
    expect(await publishesAtOnce()).toBe(true)
    await t.owner('update public.app_settings set auto_approve_warning_days = 12')
    expect(await publishesAtOnce()).toBe(false)

    const known = await t.value('select updated_at::text from public.app_settings')
    await t.as('admin', `select public.admin_save_settings($1::timestamptz, '{"votes_quota": 1}')`, [known])
    const { rows } = await t.owner('select votes_quota, updated_by from public.app_settings')
    expect(rows).toEqual([{ votes_quota: 1, updated_by: people.admin }])
    const vote = 'insert into public.realness_votes (star_id, user_id, value) values ($1, $2, 3)'
    expect((await t.attempt('member', vote, [w.star, people.member])).error).toBeUndefined()
    const again = 'insert into public.post_reactions (post_id, user_id, reaction) values ($1, $2, $3)'
    const { error } = await t.attempt('member', again, [w.discussion, people.member, 'heart'])
    expect(JSON.parse(error?.message ?? '{}')).toMatchObject({ code: 'PT429', hint: 'rate_limited' })
  }),
)

test(
  'the archive knows who deleted a post',
  harness(async (t) => {
    await t.as('other', 'delete from public.community_posts where id = $1', [w.discussion])
    await t.as('moderator', 'delete from public.community_posts where id = $1', [w.rumor])
    const { rows } = await t.owner('select post_id, archived_by from public.archived_posts order by archived_by')
    expect(rows).toEqual([
      { post_id: w.rumor, archived_by: people.moderator },
      { post_id: w.discussion, archived_by: people.other },
    ])
  }),
)

test(
  'karma knows whose heart it was, and a ban takes it back',
  harness(async (t) => {
    const heart = `insert into public.post_reactions (post_id, user_id, reaction) values ($1, $2, 'heart')`
    await t.as('member', heart, [w.discussion, people.member])
    await t.settled()
    const given = `select count(*)::integer from public.karma_events where actor_id = '${people.member}'`
    expect(await t.value(given)).toBe(1)
    await t.owner('update public.profiles set is_banned = true where id = $1', [people.member])
    expect(await t.value(given)).toBe(0)
  }),
)

test(
  'a public profile says since when somebody has been here',
  harness(async (t) => {
    const { rows } = await t.as(
      'guest',
      `select joined > now() - interval '31 days' and joined < now() - interval '29 days' as month_ago
       from public.public_profiles where id = '${people.member}'`,
    )
    expect(rows).toEqual([{ month_ago: true }])
  }),
)

test(
  'a browser is pushed to with the key it gave, and not without one',
  harness(async (t) => {
    const register = 'select public.register_push_device($1, $2, $3, $4, $5)'
    const device = ['30000000-0000-4000-8000-000000000001', 'web', 'https://fcm.googleapis.com/fcm/send/abc']
    const key = `B${'a'.repeat(86)}`
    expect((await t.tried('member', register, [...device, null, 'a'.repeat(22)])).error?.code).toBe('23514')
    await t.as('member', register, [...device, key, 'a'.repeat(22)])
    expect(await t.value('select p256dh from public.push_devices')).toBe(key)
  }),
)
