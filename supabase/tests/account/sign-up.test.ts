import { expect, test } from 'vitest'
import { claimsOfAccount, type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, inviteCode, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

/** Writes a sign-up as GoTrue does; returns a refusal and rolls it back. */
async function signUp(t: Harness, email: string, meta: { provider?: string; code?: string; id?: string } = {}) {
  const id = meta.id ?? w.fresh
  await t.platform('savepoint sign_up')
  try {
    await t.platform(
      'insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at) values ($1, $2, $3, $4, now())',
      [
        id,
        email,
        JSON.stringify({ provider: meta.provider ?? 'email' }),
        JSON.stringify({ full_name: 'Klara Klar', ...(meta.code ? { invite_code: meta.code } : {}), sub: '4711' }),
      ],
    )
    return 'in'
  } catch (error) {
    await t.platform('rollback to sign_up')
    return (error as { hint?: string }).hint
  }
}
const inviteOnly = (t: Harness) => t.as('admin', `update public.app_settings set signup_mode = 'invite'`)
const profile = async (t: Harness, columns: string) =>
  (await t.owner(`select ${columns} from public.profiles where id = '${w.fresh}'`)).rows[0]

test(
  'an account gets a profile with the role user, readable by its member, public only with a nickname',
  harness(async (t) => {
    await signUp(t, 'klara@web.de')
    expect(await profile(t, 'email, full_name, nickname, role, is_banned, provider_type, provider_subject')).toEqual({
      email: 'klara@web.de',
      full_name: 'Klara Klar',
      nickname: null,
      role: 'user',
      is_banned: false,
      provider_type: 'email',
      provider_subject: null,
    })
    const isPublic = () => t.value(`select count(*)::int from public.public_profiles where id = '${w.fresh}'`)
    expect(await isPublic()).toBe(0)
    await t.owner(`update public.profiles set nickname = 'klara' where id = '${w.fresh}'`)
    expect(await isPublic()).toBe(1)
    await t.platform(`update auth.users set email = 'neu@gmx.de' where id = '${w.fresh}'`)
    expect(await profile(t, 'email')).toEqual({ email: 'neu@gmx.de' })
  }),
)

test(
  'only listed mail domains sign up by e-mail; accounts of providers may have others; extra domains count',
  harness(async (t) => {
    const outcomes = []
    for (const email of ['a@gmail.com', 'b@GMX.net', 'c@firma.de', 'd@gmail.com.evil.de', 'e@mailinator.com'])
      outcomes.push(await t.undone(() => signUp(t, email)))
    expect(outcomes).toEqual(['in', 'in', ...Array(3).fill('email_domain_not_allowed')])
    expect(await t.undone(() => signUp(t, 'c@firma.de', { provider: 'google' }))).toBe('in')
    await t.as('admin', `update public.app_settings set extra_mail_domains = array['Firma.de']`)
    expect(await signUp(t, 'c@firma.de')).toBe('in')
  }),
)

test(
  'the list also applies to changed addresses, requested or set directly, also for accounts of a provider',
  harness(async (t) => {
    await signUp(t, 'c@firma.de', { provider: 'google' })
    const change = async (set: string) => {
      await t.platform('savepoint change')
      return t.platform(`update auth.users set ${set} where id = '${w.fresh}'`).then(
        () => 'in',
        async (error: { hint?: string }) => {
          await t.platform('rollback to change')
          return error.hint
        },
      )
    }
    expect(await change(`email_change = 'x@mailinator.com'`)).toBe('email_domain_not_allowed')
    expect(await change(`email = 'x@mailinator.com'`)).toBe('email_domain_not_allowed')
    expect(await change(`email_change = 'x@web.de'`)).toBe('in')
    expect(await change(`email = 'x@web.de', email_change = ''`)).toBe('in')
    expect(await change('last_sign_in_at = now()')).toBe('in')
  }),
)

test(
  'in invite mode a code is required and used up, and its creator is told of nobody before they have joined',
  harness(async (t) => {
    await inviteOnly(t)
    expect(await signUp(t, 'a@gmail.com')).toBe('invite_required')
    expect(await signUp(t, 'a@gmail.com', { code: 'FALSCH22' })).toBe('invite_required')
    expect(await signUp(t, 'a@gmail.com', { code: inviteCode.toLowerCase() })).toBe('in')
    const second = '20000000-0000-4000-8000-000000000098'
    expect(await signUp(t, 'b@gmail.com', { code: inviteCode, id: second })).toBe('invite_required')
    expect(await t.value(`select uses_count from public.invites`)).toBe(1)
    expect((await t.as('admin', `select type from public.notifications`)).rows).toEqual([])
  }),
)

test(
  'an account of a provider is created without a code, and writes only after redeeming one',
  harness(async (t) => {
    await inviteOnly(t)
    expect(await signUp(t, 'a@firma.de', { provider: 'apple' })).toBe('in')
    const newcomer = await claimsOfAccount(t, w.fresh)
    await t.as('member', 'select private.confirm_age(1)', [], newcomer)
    const vote = () =>
      t.attempt('member', `insert into public.demand_votes (star_id, value) values ('${w.star}', 5)`, [], newcomer)
    const redeem = async (code: string) =>
      await t.attempt('member', `select public.redeem_invite('${code}') as ok`, [], newcomer)
    expect((await vote()).error?.code).toBe('42501')
    expect((await t.as('member', 'select 1 from public.stars', [], newcomer)).rows.length).toBeGreaterThan(0)
    expect((await redeem('FALSCH22')).rows).toEqual([{ ok: false }])
    expect((await redeem(inviteCode)).rows).toEqual([{ ok: true }])
    expect((await vote()).error).toBeUndefined()
  }),
)

test(
  'guessing codes ends after ten wrong ones with 429',
  harness(async (t) => {
    const guess = (n: number) => t.attempt('member', `select public.redeem_invite('FALSCH${n + 20}')`)
    for (let n = 0; n < 10; n++) expect((await guess(n)).error).toBeUndefined()
    const { error } = await t.attempt('member', `select public.redeem_invite('${inviteCode}')`)
    expect(error?.code).toBe('PGRST')
    expect(JSON.parse(error?.message ?? '{}')).toMatchObject({ hint: 'rate_limited' })
  }),
)

test(
  'nicknames: form, case, reserved words; slugs with suffix; former slugs',
  harness(async (t) => {
    const rename = (nickname: string | null) =>
      t.attempt('member', 'update public.profiles set nickname = $1 where id = auth.uid()', [nickname])
    for (const [nickname, code] of [
      ['ab', '23514'],
      ['zu lang fuer hier und heute', '23514'],
      ['mit leer', '23514'],
      ['пётр', '23514'],
      ['...', '23514'],
      ['A.d_min', '23514'],
      ['CouchKartoffel', '23505'],
      [null, '23514'],
    ] as const)
      expect({ nickname, code: (await rename(nickname)).error?.code }).toEqual({ nickname, code })
    expect((await rename('Jürgen_1')).error).toBeUndefined()
    const slug = () => t.value(`select slug from public.public_profiles where id = '${people.member}'`)
    expect(await slug()).toBe('juergen-1')
    expect(
      (await t.as('guest', `select old_slug from public.profile_slug_history where profile_id = '${people.member}'`))
        .rows,
    ).toEqual([{ old_slug: 'tvnudel' }])
    await t.as('other', `update public.profiles set nickname = 'juergen_1' where id = auth.uid()`)
    expect(await t.value(`select slug from public.public_profiles where id = '${people.other}'`)).toBe('juergen-1-2')
    // Nobody else gets a former address, and its member gets it back with the old name.
    const taken = await t.attempt('other', `update public.profiles set nickname = 'tvnudel' where id = auth.uid()`)
    expect(taken.error).toMatchObject({ code: '23505', hint: 'nickname_taken' })
    await rename('TVNudel')
    expect(await slug()).toBe('tvnudel')
  }),
)

test(
  'the name of an unconfirmed account is from its latest sign-up, and fixed once confirmed',
  harness(async (t) => {
    const metadata = (name: object) =>
      t.platform('update auth.users set raw_user_meta_data = $2 where id = $1', [w.fresh, JSON.stringify(name)])
    const fullName = () => t.value(`select full_name from public.profiles where id = '${w.fresh}'`)
    await t.platform('insert into auth.users (id, email, raw_user_meta_data, created_at) values ($1, $2, $3, now())', [
      w.fresh,
      'opfer@web.de',
      JSON.stringify({ full_name: 'Evil' }),
    ])
    expect(await fullName()).toBe('Evil')
    await metadata({ name: 'Kim' })
    expect(await fullName()).toBe('Kim')
    await metadata({})
    expect(await fullName()).toBeNull()
    await metadata({ full_name: 'Kim' })
    await t.platform('update auth.users set email_confirmed_at = now() where id = $1', [w.fresh])
    await metadata({ full_name: 'Jemand anders' })
    expect(await fullName()).toBe('Kim')
  }),
)
