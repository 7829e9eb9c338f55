import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const commentId = (n: number) => `70000000-0000-4000-8000-00000000000${n}`

/** Committed, as in a database that has run for a while: a post that several members wrote below and reacted to. */
const harness = useHarness(async (t: Harness) => {
  await createWorld(t)
  await t.owner('update public.profiles set is_banned = false')
  for (const [n, who] of (['member', 'banned', 'moderator'] as const).entries()) {
    for (const parent of [null, w.comment])
      await t.as(who, 'insert into public.comments (id, post_id, parent_id, content) values ($1, $2, $3, $4)', [
        commentId(2 * n + (parent ? 1 : 0)),
        w.discussion,
        parent,
        `Sehe ich auch so, ${n}`,
      ])
    await t.as(who, `insert into public.comment_reactions (comment_id, reaction) values ($1, 'heart')`, [w.comment])
    await t.as(who, `insert into public.post_reactions (post_id, reaction) values ($1, 'heart')`, [w.discussion])
    await t.settled()
  }
})

test.each([
  ['as spam', 'admin', `select public.admin_ban_spammer('${people.other}')`],
  [
    'by the team',
    'admin',
    `select public.admin_decide_posts(array['${w.discussion}'::uuid], array[(private.decision_state('${w.discussion}') ->> 'updated_at')::timestamptz], 'delete', 'Regel 1')`,
  ],
  ['by its author', 'other', `select public.delete_own_post('${w.discussion}')`],
] as const)('a post with many news goes %s, and they go with it', (_, who, sql) =>
  harness(async (t) => {
    const news = () => t.value('select count(*)::int from public.notifications where post_id = $1', [w.discussion])
    expect(await news()).toBeGreaterThan(4)
    const { error } = await t.attempt(who, sql)
    expect(error).toBeUndefined()
    expect(await t.value('select count(*)::int from public.community_posts where id = $1', [w.discussion])).toBe(0)
    expect(await news()).toBe(0)
  })(),
)
