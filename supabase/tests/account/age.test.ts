import { ageConfirmation } from '@hot/domain/member/age'
import { expect, test } from 'vitest'
import { claimsOfAccount, type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const { version } = ageConfirmation

/** A new account as GoTrue writes it, and the rights of its session. */
async function arrived(t: Harness, meta: object, provider = 'email') {
  await t.platform(
    'insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data) values ($1, $2, $3, $4)',
    [w.fresh, 'klara@web.de', JSON.stringify({ provider }), JSON.stringify(meta)],
  )
  return claimsOfAccount(t, w.fresh)
}
const kept = async (t: Harness, of: string = w.fresh) =>
  (await t.owner('select age_confirmed_at is not null as at, age_text from public.profiles where id = $1', [of]))
    .rows[0]

test.each<[string, object, string, object]>([
  ['by e-mail, with the sentence', { age_text: version }, 'email', { at: true, age_text: version }],
  ['by e-mail, without it', {}, 'email', { at: false, age_text: null }],
  ['by e-mail, with nonsense in its place', { age_text: 'ja' }, 'email', { at: false, age_text: null }],
  ['by invitation', { invite_code: 'ABCDEFGH' }, 'email', { at: false, age_text: null }],
  ['by a provider that says so', { age_text: version }, 'google', { at: false, age_text: null }],
])('an account that came %s has what was said: %j', (_, meta, provider, stored) =>
  harness(async (t) => {
    await arrived(t, meta, provider)
    expect(await kept(t)).toEqual(stored)
  })(),
)

test(
  'whoever has not said to be old enough gets no name, by no way, and only reads; with the name it is said once',
  harness(async (t) => {
    const claims = await arrived(t, {}, 'google')
    const as = (sql: string, values: unknown[] = []) => t.attempt('member', sql, values, claims)
    const name = (age: number | null) => as('select public.set_nickname($1, $2) as me', ['klara_klar', age])
    const vote = () => as('insert into public.demand_votes (star_id, value) values ($1, 5)', [w.star])
    expect((await as('select public.own_profile() as me')).rows[0]?.me).toMatchObject({ needs_age: true })
    for (const age of [null, 0, 1000, -1]) expect((await name(age)).error?.hint).toBe('age_required')
    expect((await as(`update public.profiles set nickname = 'klara_klar' where id = auth.uid()`)).error?.hint).toBe(
      'age_required',
    )
    expect((await as('update public.profiles set age_text = 1 where id = auth.uid()')).error?.code).toBe('42501')
    expect((await vote()).error?.code).toBe('42501')
    expect(await kept(t)).toEqual({ at: false, age_text: null })
    expect((await name(version)).rows[0]?.me).toMatchObject({ nickname: 'klara_klar', needs_age: false })
    expect(await kept(t)).toEqual({ at: true, age_text: version })
    expect((await vote()).error).toBeUndefined()
    await as('select public.set_nickname($1, 7)', ['klara_heiter'])
    expect(await kept(t)).toEqual({ at: true, age_text: version })
  }),
)

test(
  'who said it while registering may take part, and is not asked with the name; who had a name before is not asked',
  harness(async (t) => {
    const claims = await arrived(t, { age_text: version })
    const vote = 'insert into public.demand_votes (star_id, value) values ($1, 5)'
    expect((await t.attempt('member', vote, [w.star], claims)).error).toBeUndefined()
    expect((await t.attempt('member', `select public.set_nickname('klara_klar')`, [], claims)).error).toBeUndefined()
    expect((await t.attempt('member', vote, [w.star])).error).toBeUndefined()
    expect((await t.attempt('member', `select public.set_nickname('nudel_neu')`)).error).toBeUndefined()
    expect(await kept(t, people.member)).toEqual({ at: false, age_text: null })
  }),
)

test(
  'until the address is confirmed, what is kept is what the last registration said; a provider that takes over begins anew',
  harness(async (t) => {
    await arrived(t, {})
    const again = (meta: object) =>
      t.platform('update auth.users set raw_user_meta_data = $2 where id = $1', [w.fresh, JSON.stringify(meta)])
    await again({ age_text: version })
    expect(await kept(t)).toEqual({ at: true, age_text: version })
    await again({ invite_code: 'ABCDEFGH' })
    expect(await kept(t)).toEqual({ at: false, age_text: null })
    await again({ age_text: version })
    await t.platform(`update auth.users set raw_app_meta_data = '{"provider": "google"}' where id = $1`, [w.fresh])
    expect(await kept(t)).toEqual({ at: false, age_text: null })
  }),
)
