import { expect, test } from 'vitest'
import { people } from '../support/people.ts'
import { type Stage, useStage } from '../support/stage.ts'
import { createWorld, world as w } from '../support/world.ts'

const stage = useStage(createWorld)
const vote = `insert into public.demand_votes (user_id, star_id, value) values (auth.uid(), '${w.star}', 5)`
const banned = (t: Stage) => t.value(`select private.is_banned('${people.member}')`)
const setBan = (t: Stage, until: string) =>
  t.owner(`update public.profiles set is_banned = true, banned_until = ${until} where id = '${people.member}'`)

test(
  'a ban bites the same token at once, and its end lets it write again',
  stage(async (t) => {
    await t.undone(() => t.as('member', vote))
    await t.as('admin', `update public.profiles set is_banned = true where id = '${people.member}'`)
    expect((await t.attempt('member', vote)).error?.code).toBe('42501')
    await t.as('admin', `update public.profiles set is_banned = false where id = '${people.member}'`)
    await t.as('member', vote)
  }),
)

test(
  'a timed ban ends by itself; the flag left over does not count, and the job clears it',
  stage(async (t) => {
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
  'an admin who bans over an ended ban bans for good; over a standing one its end stays',
  stage(async (t) => {
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
  'a banned moderator has no rights of the team left',
  stage(async (t) => {
    await t.as('admin', `update public.profiles set is_banned = true where id = '${people.moderator}'`)
    expect((await t.as('moderator', 'select public.is_moderator() as yes')).rows).toEqual([{ yes: false }])
    expect(
      (await t.as('moderator', `update public.community_posts set status = 'approved' where id = '${w.pendingPost}'`))
        .affected,
    ).toBe(0)
  }),
)

test(
  'a role taken away bites the same token at once',
  stage(async (t) => {
    await t.as('admin', `update public.profiles set role = 'user' where id = '${people.moderator}'`)
    expect((await t.attempt('moderator', `insert into public.stars (first_name) values ('Neu')`)).error?.code).toBe(
      '42501',
    )
  }),
)

test(
  'with a verified factor staff rights need aal2; an unverified one changes nothing',
  stage(async (t) => {
    const factor = (status: string) =>
      t.platform(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
         values (gen_random_uuid(), '${people.admin}', '${status}', 'totp', '${status}', now(), now())`,
      )
    const isAdmin = async (aal: string) =>
      (await t.as('admin', 'select public.is_admin() as yes', [], { aal })).rows[0]?.yes
    await factor('unverified')
    expect(await isAdmin('aal1')).toBe(true)
    await factor('verified')
    expect([await isAdmin('aal1'), await isAdmin('aal2')]).toEqual([false, true])
    const writes = [
      `insert into public.stars (first_name) values ('Neu')`,
      `insert into public.formats (name) values ('Neu')`,
      `insert into public.news (title) values ('Neu')`,
      `insert into public.admin_actions (action_type, target_type) values ('x', 'y')`,
      `insert into public.moderation_actions (target_type, action, reason) values ('profile', 'warned', 'x')`,
    ]
    for (const sql of writes) expect((await t.attempt('admin', sql)).error?.code).toBe('42501')
    const reaches = [
      `update public.profiles set role = 'admin' where id = '${people.other}'`,
      `update public.app_settings set signup_mode = 'invite'`,
      `update public.community_posts set status = 'approved' where id = '${w.pendingPost}'`,
      `delete from public.stars where id = '${w.star}'`,
    ]
    for (const sql of reaches) expect((await t.as('admin', sql)).affected).toBe(0)
    // Their own account stays accessible.
    expect((await t.as('admin', `update public.profiles set bio = 'x' where id = '${people.admin}'`)).affected).toBe(1)
  }),
)
