import { newRecoveryCodes, recoveryCodesLeft, usedRecoveryCode } from '@hot/domain/contract/account/security'
import { expect, test } from 'vitest'
import { type Claims, type Harness, useHarness } from '../support/harness.ts'
import { mailOf, people, sessionIdOf } from '../support/people.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

const justNow = () => Math.floor(Date.now() / 1000)
const proven = (method = 'totp'): Claims => ({ aal: 'aal2', amr: [{ method, timestamp: justNow() }] })

/** The member has a second factor; the session is at aal1 unless `aal` says otherwise. */
async function withFactor(t: Harness, aal = 'aal1') {
  await t.platform(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
    [people.member],
  )
  await setSession(t, aal)
}
const setSession = (t: Harness, aal: string) =>
  t.platform('update auth.sessions set aal = $1 where id = $2', [aal, sessionIdOf('member')])

async function makeCodes(t: Harness): Promise<string[]> {
  await setSession(t, 'aal2')
  const { rows } = await t.as('member', 'select public.renew_recovery_codes() as a', [], proven())
  await setSession(t, 'aal1')
  return newRecoveryCodes.parse(rows[0]?.a).codes
}
const use = async (t: Harness, code: string) =>
  usedRecoveryCode.parse((await t.as('member', 'select public.use_recovery_code($1) as a', [code])).rows[0]?.a)
const level = (t: Harness) => t.value(`select aal::text from auth.sessions where id = '${sessionIdOf('member')}'`)

test(
  'ten different codes, of which the database keeps hashes only',
  harness(async (t) => {
    await withFactor(t)
    const codes = await makeCodes(t)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([A-HJKMNP-Z2-9]{4}-){2}[A-HJKMNP-Z2-9]{4}$/)
    const { rows } = await t.platform('select * from private.recovery_codes')
    expect(rows).toHaveLength(10)
    expect(JSON.stringify(rows)).not.toContain(codes[0])
    expect(JSON.stringify(rows)).not.toContain(codes[0]?.replaceAll('-', ''))
  }),
)

test(
  'a code raises the session once, is told by mail, and the next session needs another one',
  harness(async (t) => {
    await withFactor(t)
    const [first = '', second = ''] = await makeCodes(t)
    expect(await level(t)).toBe('aal1')
    // As people type it.
    expect(await use(t, ` ${first.toLowerCase().replaceAll('-', ' ')} `)).toEqual({ state: 'proven', left: 9 })
    expect(await level(t)).toBe('aal2')
    // GoTrue on Supabase derives the level of the next token from this.
    expect(
      await t.value(
        `select authentication_method from auth.mfa_amr_claims where session_id = '${sessionIdOf('member')}'`,
      ),
    ).toBe('totp')
    expect((await t.platform('select recipient, template, data from private.mail_outbox')).rows).toEqual([
      { recipient: mailOf('member'), template: 'recovery_code_used', data: { left: '9' } },
    ])
    expect(await use(t, first), 'repeated because the answer was lost').toEqual({ state: 'proven', left: 9 })
    await setSession(t, 'aal1')
    expect(await use(t, first)).toEqual({ state: 'wrong', left: null })
    expect(await level(t)).toBe('aal1')
    expect(await use(t, second)).toEqual({ state: 'proven', left: 8 })
  }),
)

test(
  'ten wrong codes in an hour are all, also for the right one afterwards, and nobody else is held up',
  harness(async (t) => {
    await withFactor(t)
    const [right = ''] = await makeCodes(t)
    for (let i = 0; i < 10; i++) expect((await use(t, `AAAA-BBBB-CCC${'ABCDEFGHJK'[i]}`)).state).toBe('wrong')
    const refused = await t.attempt('member', 'select public.use_recovery_code($1)', [right])
    expect(refused.error?.message).toContain('PT429')
    expect(await level(t)).toBe('aal1')
    expect((await t.attempt('other', `select public.use_recovery_code('x')`)).error).toBeUndefined()
    await t.platform(`update private.invite_guesses set guessed_at = now() - interval '61 minutes'`)
    expect((await use(t, right)).state).toBe('proven')
  }),
)

test(
  'codes of one member do not open the account of another',
  harness(async (t) => {
    await withFactor(t)
    const [code = ''] = await makeCodes(t)
    await t.platform(`update auth.sessions set aal = 'aal1' where id = $1`, [sessionIdOf('other')])
    const { rows } = await t.as('other', 'select public.use_recovery_code($1) as a', [code], { aal: 'aal1' })
    expect(rows).toEqual([{ a: { state: 'wrong', left: null } }])
  }),
)

test(
  'new codes need the second factor and a recent proof, and end the old ones',
  harness(async (t) => {
    const renew = (claims: Claims) => t.attempt('member', 'select public.renew_recovery_codes()', [], claims)
    expect((await renew({ ...proven('password'), aal: 'aal1' })).error).toMatchObject({ hint: 'second_factor_missing' })
    await withFactor(t)
    const [old = ''] = await makeCodes(t)
    expect((await renew({ ...proven('password'), aal: 'aal1' })).error).toMatchObject({ hint: 'mfa_needed' })
    await setSession(t, 'aal2')
    const hourAgo = { aal: 'aal2', amr: [{ method: 'totp', timestamp: justNow() - 3600 }] }
    expect((await renew(hourAgo)).error).toMatchObject({ hint: 'reauthentication_needed' })
    for (const method of ['totp', 'mfa/webauthn', 'password'])
      expect((await t.undone(() => renew(proven(method)))).error).toBeUndefined()
    await makeCodes(t)
    expect((await use(t, old)).state).toBe('wrong')
    await setSession(t, 'aal2')
    const { rows } = await t.as('member', 'select public.own_recovery_codes() as a', [], proven())
    expect(recoveryCodesLeft.parse(rows[0]?.a)).toMatchObject({ left: 10, made_at: expect.any(String) })
  }),
)

test(
  'an ended session uses none',
  harness(async (t) => {
    await withFactor(t)
    const [code = ''] = await makeCodes(t)
    await t.platform('delete from auth.sessions where id = $1', [sessionIdOf('member')])
    expect((await t.attempt('member', 'select public.use_recovery_code($1)', [code])).error).toMatchObject({
      code: 'PT401',
    })
    expect(await t.value(`select private.recovery_codes_left('${people.member}')`)).toBe(10)
  }),
)
