import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const nightly = (t: Harness) => t.owner('select private.apply_retention()')

test(
  'notifications end after 30 days; a decision of the team stays until it was read and half a year has passed',
  harness(async (t) => {
    const told = (title: string, type: string, read: boolean, days: number) =>
      t.owner(
        `insert into public.notifications (user_id, type, title, message, read, created_at)
         values ('${people.member}', $1, $2, 'x', $3, now() - make_interval(days => $4))`,
        [type, title, read, days],
      )
    await t.owner('delete from public.notifications')
    for (const read of [true, false]) {
      await told(`young ${read}`, 'comment_on_post', read, 29)
      await told(`old ${read}`, 'comment_on_post', read, 31)
      await told(`decision ${read}`, 'warning', read, 150)
      await told(`old decision ${read}`, 'post_rejected', read, 190)
    }
    await nightly(t)
    const { rows } = await t.owner('select title from public.notifications order by title')
    expect(rows.map(({ title }) => title)).toEqual([
      'decision false',
      'decision true',
      'old decision false',
      'young false',
      'young true',
    ])
  }),
)

test(
  'a post that its author deleted is hidden for 30 days and then gone; one that the team deleted for 180',
  harness(async (t) => {
    await t.as('other', `delete from public.community_posts where id = '${w.discussion}'`)
    await t.as('moderator', `delete from public.community_posts where id = '${w.rumor}'`)
    const left = async (days: number) => {
      await t.owner(`update public.archived_posts set archived_at = now() - make_interval(days => $1)`, [days])
      await nightly(t)
      return t.value('select count(*)::int from public.archived_posts')
    }
    for (const reader of ['guest', 'member', 'other'] as const)
      expect((await t.attempt(reader, 'select title from public.archived_posts')).rows).toEqual([])
    expect(await left(29)).toBe(2)
    expect(await left(31)).toBe(1)
    expect(await left(179)).toBe(1)
    expect(await left(181)).toBe(0)
  }),
)

test(
  'an account whose address nobody confirmed ends 30 days after the last mail about it',
  harness(async (t) => {
    const signUp = (address: string, more: string) =>
      t.platform(
        `insert into auth.users (id, email, raw_app_meta_data, created_at, confirmation_sent_at, email_confirmed_at)
         values (gen_random_uuid(), $1, '{"provider": "email"}', now() - interval '40 days', ${more})`,
        [address],
      )
    await signUp('nie@gmail.com', `now() - interval '31 days', null`)
    await signUp('noch-eine-mail@gmail.com', `now() - interval '29 days', null`)
    await signUp('da@gmail.com', `now() - interval '40 days', now() - interval '39 days'`)
    const addresses = async (table: string) =>
      (await t.platform(`select email from ${table} where email not like '%geheim%' order by 1`)).rows.map(
        ({ email }) => email,
      )
    const members = await t.value('select count(*)::int from public.profiles where nickname is not null')
    await nightly(t)
    expect(await addresses('auth.users')).toEqual(['da@gmail.com', 'noch-eine-mail@gmail.com'])
    expect(await addresses('public.profiles')).toEqual(['da@gmail.com', 'noch-eine-mail@gmail.com'])
    expect(await t.value('select count(*)::int from public.profiles where nickname is not null')).toBe(members)
  }),
)
