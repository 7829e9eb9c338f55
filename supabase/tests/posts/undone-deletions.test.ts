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
