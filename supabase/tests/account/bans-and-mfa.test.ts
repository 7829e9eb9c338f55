import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people, sessionIdOf } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const vote = `insert into public.demand_votes (user_id, star_id, value) values (auth.uid(), '${w.star}', 5)`
const banned = (t: Harness) => t.value(`select private.is_banned('${people.member}')`)
const setBan = (t: Harness, until: string) =>
  t.owner(`update public.profiles set is_banned = true, banned_until = ${until} where id = '${people.member}'`)

test(
  'a ban stops an existing token from writing at once, and its end allows it again',
  harness(async (t) => {
    await t.undone(() => t.as('member', vote))
    await t.as('admin', `update public.profiles set is_banned = true where id = '${people.member}'`)
    expect((await t.attempt('member', vote)).error?.code).toBe('42501')
    await t.as('admin', `update public.profiles set is_banned = false where id = '${people.member}'`)
    await t.as('member', vote)
  }),
)

test(
  'a timed ban expires; the remaining flag does not count, and the job clears it',
  harness(async (t) => {
    await setBan(t, `now() + interval '1 day'`)
    expect(await banned(t)).toBe(true)
    await setBan(t, `now() - interval '1 minute'`)
    expect(await banned(t)).toBe(false)
    await t.undone(() => t.as('member', vote))
    expect(await t.value('select private.clear_timed_bans()')).toBe(1)
    expect(
      await t.value(
        `select is_banned::text || coalesce(banned_until::text, '-') from public.profiles where id = '${people.member}'`,
      ),
    ).toBe('false-')
  }),
)

test(
  'an admin’s ban is permanent after an expired ban; a ban in force keeps its end',
  harness(async (t) => {
    const ban = `update public.profiles set is_banned = true where id = '${people.member}'`
    await setBan(t, `now() - interval '1 minute'`)
    await t.as('admin', ban)
    expect(await t.value(`select banned_until is null from public.profiles where id = '${people.member}'`)).toBe(true)
    await setBan(t, `now() + interval '3 days'`)
    await t.as('admin', ban)
    expect(await t.value(`select banned_until > now() from public.profiles where id = '${people.member}'`)).toBe(true)
  }),
)

test(
  'a banned moderator has no staff rights',
  harness(async (t) => {
    await t.as('admin', `update public.profiles set is_banned = true where id = '${people.moderator}'`)
    expect((await t.as('moderator', 'select public.is_moderator() as yes')).rows).toEqual([{ yes: false }])
    expect(
      (await t.as('moderator', `update public.community_posts set status = 'approved' where id = '${w.pendingPost}'`))
        .affected,
    ).toBe(0)
  }),
)

test(
  'a removed role takes effect on an existing token at once',
  harness(async (t) => {
    await t.as('admin', `update public.profiles set role = 'user' where id = '${people.moderator}'`)
    expect((await t.attempt('moderator', `insert into public.stars (first_name) values ('Neu')`)).error?.code).toBe(
      '42501',
    )
  }),
)

test(
  'staff rights need aal2, in the token and in the session, whether or not a factor is set up',
  harness(async (t) => {
    const isAdmin = async (token: string, session: string) => {
      await t.platform('update auth.sessions set aal = $1 where id = $2', [session, sessionIdOf('admin')])
      return (await t.as('admin', 'select public.is_admin() as yes', [], { aal: token })).rows[0]?.yes
    }
    expect(await isAdmin('aal1', 'aal1')).toBe(false)
    await t.platform(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), '${people.admin}', 'Handy', 'totp', 'verified', now(), now())`,
    )
    // A token from before the code was entered, and one whose factor was removed since.
    expect([await isAdmin('aal1', 'aal2'), await isAdmin('aal2', 'aal1')]).toEqual([false, false])
    expect(await isAdmin('aal2', 'aal2')).toBe(true)
    const badges = 'select public.admin_badges()'
    expect((await t.attempt('admin', badges, [], { aal: 'aal1' })).error).toMatchObject({
      code: '42501',
      hint: 'mfa_needed',
    })
    expect((await t.attempt('member', badges)).error).toMatchObject({ code: '42501', hint: 'not_allowed' })
    const writes = [
      `insert into public.stars (first_name) values ('Neu')`,
      `insert into public.formats (name) values ('Neu')`,
      `insert into public.news (title) values ('Neu')`,
      `insert into public.admin_actions (action_type, target_type) values ('x', 'y')`,
    ]
    for (const sql of writes) expect((await t.attempt('admin', sql, [], { aal: 'aal1' })).error?.code).toBe('42501')
    const reaches = [
      `update public.profiles set role = 'admin' where id = '${people.other}'`,
      `update public.app_settings set signup_mode = 'invite'`,
      `update public.community_posts set status = 'approved' where id = '${w.pendingPost}'`,
      `delete from public.stars where id = '${w.star}'`,
    ]
    for (const sql of reaches) expect((await t.as('admin', sql, [], { aal: 'aal1' })).affected).toBe(0)
    // Their own account opens with the factor, or without one where they have none yet.
    const own = `update public.profiles set bio = 'x' where id = '${people.admin}'`
    expect((await t.as('admin', own, [], { aal: 'aal1' })).affected).toBe(0)
    await t.platform('delete from auth.mfa_factors')
    expect((await t.as('admin', own, [], { aal: 'aal1' })).affected).toBe(1)
  }),
)

test(
  'new staff are told that they need a second factor; leaving, and changes by the operator, notify nobody',
  harness(async (t) => {
    const told = async () =>
      (
        await t.owner(
          `select message from public.notifications where user_id = '${people.member}' and type = 'team_role'`,
        )
      ).rows
    const setRole = (role: string) => t.as('admin', 'select public.admin_set_role($1, $2)', [people.member, role])
    await t.owner(`update public.profiles set role = 'moderator' where id = '${people.member}'`)
    await setRole('user')
    expect(await told()).toEqual([])
    await setRole('moderator')
    expect(await told()).toEqual([{ message: expect.stringContaining('Beim ersten Besuch richtest du ihn ein.') }])
  }),
)
