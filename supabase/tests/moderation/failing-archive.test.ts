import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

/** Makes a table take no more rows, as a full disk would. */
const breakDown = (t: Harness, table: string) =>
  t.owner(`do $x$ begin
    create function private.fail() returns trigger language plpgsql as $$ begin raise exception 'Platte voll'; end $$;
    create trigger aaa_fail before insert on ${table} for each row execute function private.fail();
  end $x$`)
const posts = (t: Harness, where: string) => t.value(`select count(*)::int from public.community_posts where ${where}`)
const version = `(select updated_at from public.community_posts where id = '${w.discussion}')`
const decided = (decision: string) =>
  `select public.admin_decide_posts(array['${w.discussion}'::uuid], array[${version}], '${decision}', 'Regel 3') as answer`

test.each([
  ['the author', 'other', `select public.delete_own_post('${w.discussion}')`],
  ['the author, by the table', 'other', `delete from public.community_posts where id = '${w.discussion}'`],
  ['staff, by the table', 'moderator', `delete from public.community_posts where id = '${w.discussion}'`],
  ['staff, from the list of posts', 'moderator', decided('delete')],
  ['staff, at the post', 'moderator', `select public.moderate_content('${w.discussion}', 'post', 'delete', 'Regel 3')`],
] as const)(
  'what %s deletes is gone although it could not be archived, and the decision is recorded',
  (_who, person, sql) =>
    harness(async (t) => {
      await breakDown(t, 'public.archived_posts')
      expect((await t.attempt(person, sql)).error).toBeUndefined()
      expect(await posts(t, `id = '${w.discussion}'`)).toBe(0)
      expect(await t.value('select count(*)::int from public.archived_posts')).toBe(0)
      const { rows } = await t.owner('select action, target_user_id::text as author from public.moderation_actions')
      expect(rows).toEqual(person === 'other' ? [] : [{ action: 'deleted', author: people.other }])
    })(),
)

test(
  'spam is not removed without its archive, from which all of it is restored in one step',
  harness(async (t) => {
    const before = await posts(t, `author_id = '${people.other}'`)
    await breakDown(t, 'public.archived_posts')
    const { error } = await t.attempt('admin', `select public.admin_ban_spammer('${people.other}')`)
    expect(error?.message).toBe('Platte voll')
    expect(await posts(t, `author_id = '${people.other}'`)).toBe(before)
    expect(await t.value(`select is_banned from public.profiles where id = '${people.other}'`)).toBe(false)
  }),
)

test(
  'outside of cases nothing is decided that the log of the team does not have',
  harness(async (t) => {
    await breakDown(t, 'public.admin_actions')
    expect((await t.attempt('moderator', decided('reject'))).error?.message).toBe('Platte voll')
    expect(await posts(t, `id = '${w.discussion}' and status = 'approved'`)).toBe(1)
    expect(
      (await t.attempt('admin', `select public.admin_ban_member('${people.other}', 3, 'Regel 3')`)).error?.message,
    ).toBe('Platte voll')
  }),
)
