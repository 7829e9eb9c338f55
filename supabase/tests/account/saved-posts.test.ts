import { accountSaved } from '@hot/domain/contract/account/content'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const save = (post: string) =>
  `insert into public.saved_posts (post_id) values ('${post}') on conflict (post_id, user_id) do update set post_id = excluded.post_id`
const saved = async (t: Harness, person: 'member' | 'other' = 'member', args = '') => {
  const { rows } = await t.as(person, `select public.account_saved(${args}) as page`)
  return accountSaved.parse(rows[0]?.page)
}

test(
  'what a member saves is listed, latest first, page by page, and for nobody else',
  harness(async (t) => {
    for (const [days, post] of [w.rumor, w.poll, w.discussion].entries()) {
      await t.as('member', save(post))
      await t.as('member', save(post))
      await t.owner(
        `update public.saved_posts set created_at = now() - interval '${days} days' where post_id = '${post}'`,
      )
    }
    const first = await saved(t, 'member', 'p_limit => 2')
    expect(first.items.map(({ id }) => id)).toEqual([w.rumor, w.poll])
    const rest = await saved(t, 'member', `p_after => '${first.next}', p_limit => 2`)
    expect(rest).toMatchObject({ items: [{ id: w.discussion }], next: null })
    expect((await saved(t, 'other')).items).toEqual([])
    expect((await t.as('other', 'select * from public.saved_posts')).rows).toEqual([])
  }),
)

test(
  'a post that is no longer public is not listed, and one that never was cannot be saved',
  harness(async (t) => {
    await t.as('member', save(w.rumor))
    await t.owner(`update public.community_posts set status = 'pending' where id = '${w.rumor}'`)
    expect((await saved(t)).items).toEqual([])
    expect((await t.attempt('member', save(w.pendingPost))).error?.code).toBe('42501')
    expect((await t.attempt('other', save(w.pendingPost))).error?.code).toBe('42501')
    expect((await t.attempt('banned', save(w.discussion))).error?.code).toBe('42501')
  }),
)

test(
  'saving moves nothing that others see, counts as a vote for the quota, and is in the export',
  harness(async (t) => {
    const shown = () => t.value(`select card from private.post_cards where id = '${w.rumor}'`)
    const before = await shown()
    await t.as('member', save(w.rumor))
    expect(await shown()).toEqual(before)
    const { rows } = await t.as('member', 'select public.export_own_data() as data')
    expect(rows[0]?.data).toMatchObject({ tables: { 'public.saved_posts': [{ post_id: w.rumor }] } })
    await t.owner(`update private.rate_counts set uses = 1000 where kind = 'votes' and user_id = '${people.member}'`)
    expect((await t.attempt('member', save(w.poll))).error?.code).toBe('PGRST')
  }),
)
