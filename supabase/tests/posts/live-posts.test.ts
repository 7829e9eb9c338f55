import { postLive } from '@hot/domain/contract/post'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const live = async (t: Harness, post: string) =>
  postLive.parse((await t.as('guest', `select public.post_live('${post}') as post`)).rows[0]?.post)

test(
  'guests learn of votes, reactions and comments by others, and that a post is gone',
  harness(async (t) => {
    expect(await live(t, w.rumor)).toMatchObject({ post: { votes: 0, hearts: 0, comments: 0 }, comments: [] })
    await t.as('member', `insert into public.rumor_votes (post_id, vote) values ('${w.rumor}', 'agree')`)
    await t.as('member', `insert into public.post_reactions (post_id, reaction) values ('${w.rumor}', 'heart')`)
    await t.as(
      'member',
      `insert into public.comments (id, post_id, content) values ('${w.fresh}', '${w.rumor}', 'Nie im Leben')`,
    )
    const after = { votes: 1, hearts: 1, comments: 1, rumor: { agree: 1, disagree: 0 } }
    expect(await live(t, w.rumor)).toMatchObject({ post: after, comments: [{ id: w.fresh }] })
    await t.owner(`update public.comments set deleted_at = now(), content = '' where id = '${w.fresh}'`)
    expect((await live(t, w.rumor))?.comments).toEqual([])
    await t.owner(`update public.community_posts set status = 'pending' where id = '${w.rumor}'`)
    expect(await live(t, w.rumor)).toBeNull()
    expect(await live(t, 'kein Beitrag')).toBeNull()
  }),
)
