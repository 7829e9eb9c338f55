import { postPage } from '@hot/domain/contract/post'
import { stickerKinds } from '@hot/domain/post/stickers'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const stick = (post: string, sticker: string) =>
  `insert into public.post_stickers (post_id, sticker) values ('${post}', '${sticker}')
   on conflict (post_id, user_id) do update set sticker = excluded.sticker`
async function shown(t: Harness) {
  const { rows } = await t.as(
    'guest',
    `select public.post_page(p.type, p.day::text, p.slug) as page from public.community_posts p where p.id = '${w.rumor}'`,
  )
  return postPage.parse(rows[0]?.page).stickers
}

test(
  'the page counts each sticker, one per member, and none that was taken back',
  harness(async (t) => {
    expect(await shown(t)).toEqual({})
    await t.as('member', stick(w.rumor, 'tea'))
    await t.as('other', stick(w.rumor, 'tea'))
    await t.as('moderator', stick(w.rumor, 'rose'))
    expect(await shown(t)).toEqual({ tea: 2, rose: 1 })
    await t.as('other', stick(w.rumor, 'crown'))
    await t.as('moderator', `delete from public.post_stickers where post_id = '${w.rumor}'`)
    expect(await shown(t)).toEqual({ tea: 1, crown: 1 })
    const { rows } = await t.as('member', 'select public.viewer_posts($1) as own', [[w.rumor]])
    expect(rows[0]?.own).toMatchObject([{ post_id: w.rumor, sticker: 'tea' }])
    // Who it was stays with them.
    expect((await t.as('other', 'select sticker from public.post_stickers')).rows).toEqual([{ sticker: 'crown' }])
  }),
)

test(
  'the database knows exactly the stickers that the app offers',
  harness(async (t) => {
    for (const kind of stickerKinds) await t.as('member', stick(w.rumor, kind))
    const rule = await t.value(
      `select pg_get_constraintdef(oid) from pg_constraint where conname = 'post_stickers_kind'`,
    )
    expect([...String(rule).matchAll(/'([^']+)'/g)].map(([, kind]) => kind)).toEqual(stickerKinds)
    expect((await t.attempt('member', stick(w.rumor, 'hammer'))).error?.code).toBe('23514')
  }),
)

test(
  'nothing sticks to a post that is not public, or from a banned account; no karma, no notification',
  harness(async (t) => {
    expect((await t.attempt('other', stick(w.pendingPost, 'tea'))).error?.code).toBe('42501')
    expect((await t.attempt('banned', stick(w.rumor, 'tea'))).error?.code).toBe('42501')
    const told = () =>
      t.value('select (select count(*) from public.notifications) + (select count(*) from public.karma_events)')
    const before = await told()
    await t.as('other', stick(w.rumor, 'tea'))
    await t.settled()
    expect(await told()).toBe(before)
  }),
)

test(
  'a post that was deleted and comes back still has its stickers, without those of accounts that are gone',
  harness(async (t) => {
    await t.as('member', stick(w.rumor, 'tea'))
    await t.as('other', stick(w.rumor, 'rose'))
    const archive = await t.value(`select private.store_in_archive('${w.rumor}', 'Versehen')`)
    await t.owner(`delete from public.community_posts where id = '${w.rumor}'`)
    await t.owner(`delete from auth.users where id = '${people.other}'`)
    await t.owner(`select private.restore_post('${String(archive)}', 'Doch nicht')`)
    expect(await shown(t)).toEqual({ tea: 1 })
  }),
)
