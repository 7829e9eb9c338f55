import { karmaDeltas } from '@hot/domain/member/karma'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const karma = (t: Harness) => t.value(`select karma from public.public_profiles where id = '${people.other}'`)
const remove = (t: Harness, person: 'other' | 'moderator' = 'other') =>
  t.as(person, `delete from public.comments where id = '${w.comment}'`)

test(
  'nobody reads who wrote a deleted comment, whoever deleted it',
  harness(async (t) => {
    for (const remover of ['other', 'moderator'] as const)
      await t.undone(async () => {
        await remove(t, remover)
        for (const reader of ['guest', 'member', 'other', 'moderator', 'admin'] as const) {
          const { rows } = await t.as(reader, `select author_id from public.comments where id = '${w.comment}'`)
          expect({ reader, rows }).toEqual({ reader, rows: [{ author_id: null }] })
          const by = `select from public.comments where author_id = '${people.other}'`
          expect((await t.as(reader, by)).rows).toEqual([])
          expect((await t.attempt(reader, 'select * from private.deleted_comment_authors')).error?.code).toBe('42501')
        }
      })
  }),
)

test(
  'a comment that a successful appeal restores has its author again',
  harness(async (t) => {
    await remove(t, 'moderator')
    await t.owner(
      `update public.comments c set deleted_at = null, content = r.content from private.removed_comments r where r.comment_id = c.id`,
    )
    const { rows } = await t.as('guest', `select author_id, content from public.comments where id = '${w.comment}'`)
    expect(rows).toEqual([{ author_id: people.other, content: 'Na endlich' }])
    expect(await t.value('select count(*)::integer from private.deleted_comment_authors')).toBe(0)
  }),
)

test(
  'hearts on a deleted comment still count for its author, also after a ban of who gave them has ended',
  harness(async (t) => {
    const before = Number(await karma(t))
    await t.as('member', `insert into public.comment_reactions (comment_id, reaction) values ('${w.comment}', 'heart')`)
    await remove(t)
    expect(await karma(t)).toBe(before + karmaDeltas.comment_heart)
    await t.owner(`update public.profiles set is_banned = true where id = '${people.member}'`)
    expect(await karma(t)).toBe(before)
    await t.owner(`update public.profiles set is_banned = false where id = '${people.member}'`)
    expect(await karma(t)).toBe(before + karmaDeltas.comment_heart)
  }),
)

test(
  'own data still has the comments that one has deleted',
  harness(async (t) => {
    await remove(t)
    const { rows } = await t.as('other', 'select public.export_own_data()')
    expect(JSON.stringify(rows)).toContain(w.comment)
  }),
)

test(
  'a post that is deleted and restored says as little about its deleted comments, and counts their hearts',
  harness(async (t) => {
    await t.as('member', `insert into public.comment_reactions (comment_id, reaction) values ('${w.comment}', 'heart')`)
    await remove(t)
    const before = await karma(t)
    await t.as('moderator', `delete from public.community_posts where id = '${w.discussion}'`)
    const archived = await t.value(`select id from public.archived_posts where post_id = '${w.discussion}'`)
    await t.as('admin', 'select public.admin_restore_post($1, $2)', [archived, 'Doch wieder da'])
    const { rows } = await t.as('guest', `select author_id, content from public.comments where id = '${w.comment}'`)
    expect(rows).toEqual([{ author_id: null, content: '' }])
    expect(await t.value('select author_id::text from private.deleted_comment_authors')).toBe(people.other)
    expect(await karma(t)).toBe(before)
  }),
)
