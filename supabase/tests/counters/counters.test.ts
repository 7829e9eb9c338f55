import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { counterDifferences } from './counter-differences.ts'

const harness = useHarness(createWorld)

const expectExact = async (t: Harness) => expect((await t.owner(counterDifferences)).rows).toEqual([])

/** Deterministic, so that a failure can be reproduced. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

test(
  'after 120 random actions of three people every counter equals count(*)',
  harness(async (t) => {
    const roll = dice(7)
    const crowd = ['member', 'other', 'moderator'] as const
    const own = 'user_id = auth.uid()'
    const upsert = (table: string, key: string, id: string, column: string, value: string) =>
      `insert into public.${table} (${key}, user_id, ${column}) values ('${id}', auth.uid(), '${value}')
       on conflict (${key}, user_id) do update set ${key} = excluded.${key}, user_id = excluded.user_id, ${column} = excluded.${column}`
    const either = (a: string, b: string) => (roll(2) ? a : b)
    const actions = [
      () => upsert('post_reactions', 'post_id', either(w.discussion, w.rumor), 'reaction', either('heart', 'poop')),
      () => upsert('rumor_votes', 'post_id', w.rumor, 'vote', either('agree', 'disagree')),
      () => upsert('poll_votes', 'post_id', w.poll, 'option_id', either(w.option, w.secondOption)),
      () => upsert('comment_reactions', 'comment_id', w.comment, 'reaction', either('heart', 'poop')),
      () => `insert into public.star_fans (star_id, user_id) values ('${w.star}', auth.uid()) on conflict do nothing`,
      () =>
        `insert into public.comments (post_id, author_id, content) values ('${either(w.discussion, w.poll)}', auth.uid(), 'Hm')`,
      () =>
        `delete from public.comments where id in (select id from public.comments where author_id = auth.uid() and deleted_at is null limit 1)`,
      () => `delete from public.post_reactions where ${own} and post_id = '${either(w.discussion, w.rumor)}'`,
      () => `update public.post_reactions set post_id = '${w.poll}' where ${own} and post_id = '${w.rumor}'
             and not exists (select from public.post_reactions x where x.post_id = '${w.poll}' and x.user_id = auth.uid())`,
      () => `delete from public.rumor_votes where ${own}`,
      () => `delete from public.poll_votes where ${own}`,
      () => `delete from public.comment_reactions where ${own}`,
      () => `delete from public.star_fans where ${own}`,
    ]
    for (let i = 0; i < 120; i++) {
      const action = actions[roll(actions.length)]
      if (action) await t.attempt(crowd[roll(3)] ?? 'member', action())
    }
    await expectExact(t)
    expect(
      await t.value(
        'select sum(hearts_count + poops_count + comments_count + votes_count) > 5 from public.community_posts',
      ),
    ).toBe(true)
  }),
  90_000,
)

test(
  'counters stay right when accounts, posts, stars and formats are deleted',
  harness(async (t) => {
    for (const person of ['member', 'moderator'] as const) {
      await t.as(person, `insert into public.post_reactions (post_id, reaction) values ('${w.discussion}', 'heart')`)
      await t.as(person, `insert into public.rumor_votes (post_id, vote) values ('${w.rumor}', 'agree')`)
      await t.as(person, `insert into public.poll_votes (post_id, option_id) values ('${w.poll}', '${w.option}')`)
      await t.as(person, `insert into public.comment_reactions (comment_id, reaction) values ('${w.comment}', 'poop')`)
      await t.as(person, `insert into public.star_fans (star_id) values ('${w.star}')`)
      await t.as(person, `insert into public.comments (post_id, content) values ('${w.discussion}', 'Hm')`)
    }
    await t.platform(`delete from auth.users where id = '${people.member}'`)
    await expectExact(t)
    expect(await t.value(`select count(*)::int from public.comments where author_id is null`)).toBe(1)
    await t.as('admin', `delete from public.stars where id = '${w.star}'`)
    await t.as('admin', `delete from public.formats where id = '${w.format}'`)
    await t.as('moderator', `delete from public.community_posts where id = '${w.discussion}'`)
    await expectExact(t)
    await t.platform(`delete from auth.users where id = '${people.other}'`)
    await expectExact(t)
    // The rumor and the poll stay without an author; posts that waited for approval are deleted.
    expect(await t.value('select count(*)::int from public.community_posts where author_id is null')).toBe(2)
  }),
)

test(
  'hotness and last activity follow votes and comments; reactions change only hotness',
  harness(async (t) => {
    await t.owner(
      `update public.community_posts set last_activity_at = now() - interval '1 day' where id = '${w.rumor}'`,
    )
    const state = async () =>
      (
        await t.owner(
          `select hot_rank, last_activity_at > now() - interval '1 hour' as active, updated_at::text from public.community_posts where id = '${w.rumor}'`,
        )
      ).rows[0]
    const before = await state()
    await t.as('member', `insert into public.post_reactions (post_id, reaction) values ('${w.rumor}', 'heart')`)
    await t.as('moderator', `insert into public.post_reactions (post_id, reaction) values ('${w.rumor}', 'heart')`)
    const liked = await state()
    expect([Number(liked?.hot_rank) > Number(before?.hot_rank), liked?.active]).toEqual([true, false])
    await t.as('member', `insert into public.rumor_votes (post_id, vote) values ('${w.rumor}', 'agree')`)
    expect(await state()).toMatchObject({ active: true, updated_at: before?.updated_at })
  }),
)
