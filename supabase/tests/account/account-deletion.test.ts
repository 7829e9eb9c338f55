import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { lived, liveLife } from './account-life.ts'
import { proven } from './account-people.ts'

const harness = useHarness(createWorld)
const deleteOwn = (t: Harness) => t.attempt('member', 'select public.delete_own_account() as gone', [], proven())
const removeAvatar = (t: Harness) => t.as('member', 'delete from storage.objects where name = $1', [lived.avatar])

/** Tables with a row that contains a text in any column, of any type and in any case. */
async function placesOf(t: Harness, text: string): Promise<string[]> {
  const { rows: tables } = await t.platform(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private', 'auth', 'storage') and c.relkind in ('r', 'm')`,
  )
  const questions = tables.map(
    ({ name }) =>
      `select '${name}' as name where exists (select from ${name} held where position(lower($1) in lower(held::text)) > 0)`,
  )
  const { rows } = await t.platform(questions.join(' union all '), [text])
  return rows.map(({ name }) => String(name)).sort()
}

test(
  'after deletion no row refers to the person except the log, by an id that belongs to nobody',
  harness(async (t) => {
    await liveLife(t)
    await t.owner(`insert into public.admin_actions (admin_id, action_type, target_type, target_id, details)
      select '${people.admin}', 'ban_member', 'post', '${w.discussion}', jsonb_build_object('name', p.nickname, 'reason', 'Spam')
      from public.profiles p where p.id = '${people.member}'`)
    const needles = [people.member, lived.email, lived.nickname, lived.fullName, 'frueher-mal', '203.0.113.77']
    for (const needle of needles) expect(await placesOf(t, needle)).not.toEqual([])
    await removeAvatar(t)
    expect((await deleteOwn(t)).rows).toEqual([{ gone: true }])
    for (const needle of needles)
      expect({ needle, places: await placesOf(t, needle) }).toEqual({
        needle,
        places: needle === people.member ? ['public.admin_actions'] : [],
      })
    const { rows } = await t.owner('select target_id, admin_id from public.admin_actions order by created_at')
    expect(rows.map((row) => Object.values(row).filter(Boolean))).toContainEqual([people.member, people.admin])
  }),
)

test.each([
  ['tvnudel', 'Frag @tvnudel, @TVNudel! oder info@tvnudel', 'Frag @*******, @*******! oder info@tvnudel'],
  ['web.de', 'redaktion@web.de, @web.de und @web.de.vu', 'redaktion@web.de, @****** und @******.vu'],
])('of %s only real mentions are masked: %j becomes %j', (nickname, text, masked) =>
  harness(async (t) => {
    await liveLife(t)
    await t.owner('update public.news set body = $1', [text])
    await t.owner('update public.profiles set bio = $1', [text])
    // As members were called before such names were refused.
    await t.owner('alter table public.profiles disable trigger user')
    await t.owner(`update public.profiles set nickname = $1 where id = '${people.member}'`, [nickname])
    await t.owner('alter table public.profiles enable trigger user')
    await removeAvatar(t)
    expect((await deleteOwn(t)).error).toBeUndefined()
    const { rows } = await t.owner('select body as text from public.news union select bio from public.profiles')
    expect(rows).toEqual([{ text: masked }])
  })(),
)

test(
  'published content stays without an author, unpublished content is deleted, and counters follow the votes',
  harness(async (t) => {
    await liveLife(t)
    await removeAvatar(t)
    const counters = async () =>
      (
        await t.owner(
          `select (select fans_count from public.stars where id = '${w.star}') as fans,
             (select agree_count from public.post_rumors where post_id = '${w.rumor}') as agree,
             (select hearts_count from public.community_posts where id = '${w.discussion}') as hearts,
             (select uses_count from public.invites where id = '${w.invite}') as uses`,
        )
      ).rows[0]
    expect(await counters()).toMatchObject({ fans: 1, agree: 1, hearts: 1 })
    await deleteOwn(t)
    expect(await counters()).toMatchObject({ fans: 0, agree: 0, hearts: 0 })
    const { rows } = await t.owner(
      `select id::text as id, author_id from public.community_posts where id in ('${lived.approvedPost}', '${lived.rejectedPost}')
       union all select id::text, author_id from public.comments where id = '${lived.comment}'`,
    )
    expect(rows).toEqual([
      { id: lived.approvedPost, author_id: null },
      { id: lived.comment, author_id: null },
    ])
    expect(await t.value(`select content from public.comments where id = '${lived.mention}'`)).toBe(
      'Stimmt, @*******! Frag @*******.2 und @*******.',
    )
    const { rows: told } = await t.as(
      'other',
      `select title, message, actors_count, actor_id from public.notifications where type = 'mention'`,
    )
    expect(told).toEqual([{ title: 'Erwähnt', message: 'Jemand', actors_count: 1, actor_id: people.admin }])
    const others = await t.owner(`select payload ->> 'actor_id' as id from auth.audit_log_entries`)
    expect(others.rows).toEqual([{ id: people.other }])
  }),
)

test(
  'the picture is deleted first, through the storage service',
  harness(async (t) => {
    await liveLife(t)
    expect((await deleteOwn(t)).error?.hint).toBe('avatars_left')
    await removeAvatar(t)
    expect((await deleteOwn(t)).error).toBeUndefined()
  }),
)

test(
  'an account deleted by staff leaves as little',
  harness(async (t) => {
    await liveLife(t)
    await t.platform(`delete from auth.users where id = '${people.member}'`)
    expect(await placesOf(t, lived.avatar)).toEqual([])
    expect(await placesOf(t, people.member)).toEqual(['public.admin_actions'])
  }),
)

test(
  'the token of a deleted account stops working; the nickname is free again',
  harness(async (t) => {
    await liveLife(t)
    await removeAvatar(t)
    await deleteOwn(t)
    expect((await t.attempt('member', 'select public.account_page()')).error?.hint).toBe('account_gone')
    expect((await t.attempt('member', 'select public.own_profile()')).error?.hint).toBe('session_ended')
    for (const statement of [
      `insert into public.star_fans (star_id) values ('${w.star}')`,
      `select public.report_content(null, 'post', '${w.discussion}', 'spam')`,
      `insert into storage.objects (bucket_id, name) values ('avatars', '${lived.avatar}')`,
    ])
      expect({ statement, refused: (await t.attempt('member', statement)).error !== undefined }).toEqual({
        statement,
        refused: true,
      })
    const { rows } = await t.as(
      'other',
      `select public.nickname_available('${lived.nickname}') ->> 'available' as free`,
    )
    expect(rows).toEqual([{ free: 'true' }])
  }),
)
