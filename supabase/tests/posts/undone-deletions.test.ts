import { expect, test } from 'vitest'
import { fillWithLife, stateOf } from '../admin/post-life.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const remove = (t: Harness, person: Person = 'other') =>
  t.as(person, `delete from public.community_posts where id = '${w.poll}'`)
const undo = async (t: Harness, person: Person = 'other') =>
  (await t.as(person, `select public.restore_own_post('${w.poll}') as back`)).rows[0]?.back
const age = (t: Harness, since: string) =>
  t.owner(`update public.archived_posts set archived_at = now() - interval '${since}'`)

test(
  'its author undoes a deletion within the hour, once, with everything below the post; nobody else does',
  harness(async (t) => {
    await fillWithLife(t)
    await t.owner(`update public.community_posts set moderated_by = '${people.moderator}' where id = '${w.poll}'`)
    const before = await stateOf(t, w.poll)
    await remove(t)
    for (const stranger of ['member', 'moderator', 'admin'] as const) expect(await undo(t, stranger)).toBe(false)
    await age(t, '61 minutes')
    expect(await undo(t)).toBe(false)
    expect(await stateOf(t, w.poll)).toEqual([])
    await age(t, '59 minutes')
    expect(await undo(t)).toBe(true)
    expect(await stateOf(t, w.poll)).toEqual(before)
    // There is no second time on one day.
    expect(await undo(t)).toBe(false)
    await remove(t)
    expect(await undo(t)).toBe(false)
  }),
)

test(
  'what the team deleted is not brought back by its author, and votes of who left meanwhile do not return',
  harness(async (t) => {
    await fillWithLife(t)
    await remove(t, 'moderator')
    expect(await undo(t)).toBe(false)
    await t.as('admin', `select public.admin_restore_post((select id from public.archived_posts), 'Versehen')`)
    await remove(t)
    await t.platform(`delete from auth.users where id = '${people.member}'`)
    expect(await undo(t)).toBe(true)
    const votes = await t.value('select count(*)::int from public.poll_votes where post_id = $1', [w.poll])
    expect(votes).toBe(0)
  }),
)

const karma = (t: Harness) => t.value('select karma from public.profiles where id = $1', [people.other])

test.each([
  ['approved by nobody of the team, as an owner or a job does', null, true],
  ['published by its author', null, false],
  ['approved by the team', people.moderator, true],
])('neither its author nor an admin changes the karma of a post %s by restoring it', (_, moderator, earned) =>
  harness(async (t) => {
    await t.owner('update public.community_posts set moderated_by = $1 where id = $2', [moderator, w.poll])
    if (!earned) await t.owner('delete from public.karma_events where source = $1', [w.poll])
    const before = await karma(t)
    await remove(t)
    expect(await karma(t)).toBe(Number(before) - (earned ? 3 : 0))
    expect(await undo(t)).toBe(true)
    expect(await karma(t)).toBe(before)
    await remove(t, 'moderator')
    await t.as(
      'admin',
      `select public.admin_restore_post((select id from public.archived_posts where restored_at is null), 'Versehen')`,
    )
    expect(await karma(t)).toBe(before)
  })(),
)

test(
  'what readers and the team chose for a post is there again: saved, followed, read, who was right, the author’s waiting change',
  harness(async (t) => {
    const rows = async () =>
      (
        await t.owner(
          `select to_jsonb(s) as row from public.saved_posts s union all select to_jsonb(f) from private.follows f
           union all select to_jsonb(c) from public.comment_reads c union all select to_jsonb(h) from private.rumor_hits h
           union all select to_jsonb(v) from private.post_revisions v union all select to_jsonb(k) - 'id' from public.karma_events k order by 1`,
        )
      ).rows
    const post = w.rumor
    await t.owner(`insert into public.saved_posts (post_id, user_id) values ($1, $2)`, [post, people.member])
    await t.owner(`insert into public.comment_reads (post_id, user_id) values ($1, $2)`, [post, people.member])
    await t.owner(`insert into private.follows (member_id, target_type, target_id) values ($2, 'post', $1)`, [
      post,
      people.member,
    ])
    await t.owner(`insert into public.rumor_votes (post_id, user_id, vote) values ($1, $2, 'agree')`, [
      post,
      people.member,
    ])
    const decide = (status: string) =>
      t.owner(`update public.post_rumors set rumor_status = $2, verification_reason = 'Weil.' where post_id = $1`, [
        post,
        status,
      ])
    await decide('verified')
    // Voted after the decision: no hit, also when the team turns it round.
    await t.owner(`insert into public.rumor_votes (post_id, user_id, vote) values ($1, $2, 'agree')`, [
      post,
      people.admin,
    ])
    await decide('debunked')
    await t.owner(
      `insert into private.post_revisions (post_id, title, content, tags) values ($1, 'Mandy zieht doch nicht ein', 'Neu', '{}')`,
      [post],
    )
    const before = await rows()
    await t.as('other', 'delete from public.community_posts where id = $1', [post])
    expect((await rows()).length).toBeLessThan(before.length - 4)
    expect((await t.as('other', 'select public.restore_own_post($1) as back', [post])).rows).toEqual([{ back: true }])
    expect(await rows()).toEqual(before)
  }),
)
