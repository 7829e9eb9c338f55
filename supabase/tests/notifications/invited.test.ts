import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

const newcomer = '10000000-0000-4000-8000-00000000000a'

/** Signs up with a code of the member's, as GoTrue does. */
async function invited(t: Harness, id = newcomer) {
  await t.owner(
    `insert into public.invites (code, max_uses, created_by) values ('ABCDEFGH', 5, $1) on conflict do nothing`,
    [people.member],
  )
  await t.platform(
    `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data)
     values ($1, $2, '{"provider": "email"}', '{"invite_code": "ABCDEFGH"}')`,
    [id, `${id.slice(-4)}@gmail.com`],
  )
}
const told = async (t: Harness) =>
  (
    await t.owner(
      `select actor_id, actors_count, read from public.notifications where user_id = $1 and type = 'invite_used'`,
      [people.member],
    )
  ).rows

test(
  'who invited somebody is told when they have a nickname, not when they sign up or confirm, and only once',
  harness(async (t) => {
    await invited(t)
    expect(await told(t)).toEqual([])
    await t.platform('update auth.users set email_confirmed_at = now() where id = $1', [newcomer])
    expect(await told(t)).toEqual([])
    await t.owner(`update public.profiles set nickname = 'neuling' where id = $1`, [newcomer])
    expect(await told(t)).toEqual([{ actor_id: newcomer, actors_count: 1, read: false }])
    await t.owner(`update public.notifications set read = true where type = 'invite_used'`)
    await t.owner(`update public.profiles set nickname = 'altling' where id = $1`, [newcomer])
    expect(await told(t)).toEqual([{ actor_id: newcomer, actors_count: 1, read: true }])
  }),
)

test(
  'of several it names those who have a nickname',
  harness(async (t) => {
    const second = newcomer.replace(/a$/, 'b')
    await invited(t)
    await invited(t, second)
    await t.platform('update auth.users set email_confirmed_at = now() where id in ($1, $2)', [newcomer, second])
    await t.owner(`update public.profiles set nickname = 'zweite' where id = $1`, [second])
    expect(await told(t)).toEqual([{ actor_id: second, actors_count: 1, read: false }])
    await t.owner(`update public.profiles set nickname = 'erste' where id = $1`, [newcomer])
    expect(await told(t)).toEqual([{ actor_id: newcomer, actors_count: 2, read: false }])
  }),
)
