import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, contractTargets, member } from './open-contract.ts'

const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })
const claimsOf = (token: string | undefined) =>
  JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as {
    aal: string
    amr: { method: string; timestamp: number }[]
  }
/** A code that is wrong now and in the adjacent steps. */
const wrongCode = (secret: string) => {
  const right = [-1, 0, 1, 2].map((step) => codeOf(secret, step))
  return ['000000', '111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? '555555'
}

/** Asserted against supabase/auth: internal/api/mfa.go and internal/models/factor.go. */
describe.each(contractTargets())('Second factors on $name', ({ open }) => {
  let contract: Contract
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  type Person = Awaited<ReturnType<typeof member>>

  async function enrolled(person: Person, friendlyName = 'Handy') {
    const { data, error } = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
    if (error) throw error
    return { id: data.id, totp: data.totp }
  }

  async function verified(person: Person) {
    const factor = await enrolled(person)
    const done = await person.client.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: codeOf(factor.totp.secret),
    })
    if (done.error) throw done.error
    return factor
  }

  test('returns secret, URI and QR code of a new factor', async () => {
    const person = await member(contract)
    const { data } = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Handy', issuer: 'HoT' })
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Handy' })
    expect(data?.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    const address = new URL(data?.totp.uri ?? '')
    expect(address.protocol + address.host).toBe('otpauth:totp')
    expect(decodeURIComponent(address.pathname)).toBe(`/HoT:${person.email}`)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ issuer: 'HoT', secret: data?.totp.secret })
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<(\?xml|svg)[^#]*<\/svg>\s*$/s)
    const listed = await person.client.auth.mfa.listFactors()
    expect(listed.data?.totp).toEqual([])
    expect(listed.data?.all).toMatchObject([{ id: data?.id, status: 'unverified', factor_type: 'totp' }])
    expect(JSON.stringify(listed.data)).not.toContain(data?.totp.secret)
  })

  test('raises the session from aal1 to aal2 and ends the others', async () => {
    const person = await member(contract)
    const elsewhere = contract.guest()
    await elsewhere.auth.signInWithPassword(person)
    const { auth } = person.client
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
    const before = (await auth.getSession()).data.session
    const factor = await enrolled(person)
    const challenge = await auth.mfa.challenge({ factorId: factor.id })
    expect(challenge.data).toMatchObject({ type: 'totp' })
    expect(Math.abs((challenge.data?.expires_at ?? 0) - Date.now() / 1000 - 300)).toBeLessThan(10)
    const answer = { factorId: factor.id, challengeId: challenge.data?.id ?? '', code: codeOf(factor.totp.secret) }
    const raised = await auth.mfa.verify(answer)
    expect(raised.error).toBeNull()
    expect(raised.data?.user.factors).toMatchObject([{ id: factor.id, status: 'verified' }])
    expect(claimsOf(raised.data?.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [
        { method: 'totp', timestamp: expect.any(Number) },
        { method: 'password', timestamp: expect.any(Number) },
      ],
    })
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect(
      (await contract.guest().auth.refreshSession({ refresh_token: before?.refresh_token ?? '' })).error,
    ).not.toBeNull()
    const refreshed = await auth.refreshSession()
    expect(claimsOf(refreshed.data.session?.access_token).aal).toBe('aal2')

    await elsewhere.auth.signInWithPassword(person)
    expect((await elsewhere.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
  })

  test('accepts a challenge once, a code of this factor only, and says what is wrong', async () => {
    const person = await member(contract)
    const factor = await verified(person)
    const { mfa } = person.client.auth
    const challenge = await mfa.challenge({ factorId: factor.id })
    const challengeId = challenge.data?.id ?? ''
    const wrong = await mfa.verify({ factorId: factor.id, challengeId, code: wrongCode(factor.totp.secret) })
    expect([wrong.error?.status, wrong.error?.code]).toEqual([422, 'mfa_verification_failed'])
    const right = { factorId: factor.id, challengeId, code: codeOf(factor.totp.secret, 1) }
    expect((await mfa.verify(right)).error).toBeNull()
    const again = await mfa.verify(right)
    expect([again.error?.status, again.error?.code]).toEqual([422, 'mfa_ip_address_mismatch'])
    const madeUp = await mfa.verify({ ...right, challengeId: crypto.randomUUID() })
    expect([madeUp.error?.status, madeUp.error?.code]).toEqual([422, 'mfa_factor_not_found'])
    const other = await member(contract)
    const foreign = await other.client.auth.mfa.challenge({ factorId: factor.id })
    expect([foreign.error?.status, foreign.error?.code]).toEqual([404, 'mfa_factor_not_found'])
    expect((await other.client.auth.mfa.unenroll({ factorId: factor.id })).error?.code).toBe('mfa_factor_not_found')
  })

  test('requires aal2 to remove a verified factor, add a second one or change the password', async () => {
    const person = await member(contract)
    const factor = await verified(person)
    const low = contract.guest()
    await low.auth.signInWithPassword(person)
    const removed = await low.auth.mfa.unenroll({ factorId: factor.id })
    expect([removed.error?.status, removed.error?.code]).toEqual([422, 'insufficient_aal'])
    const added = await low.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Zweites' })
    expect([added.error?.status, added.error?.code]).toEqual([403, 'insufficient_aal'])
    const changed = await low.auth.updateUser({ password: 'ein anderes Passwort' })
    expect([changed.error?.status, changed.error?.code]).toEqual([401, 'insufficient_aal'])

    const second = await enrolled(person, 'Zweites')
    expect((await person.client.auth.mfa.unenroll({ factorId: second.id })).data).toEqual({ id: second.id })
    expect((await person.client.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull()
    const after = claimsOf((await person.client.auth.refreshSession()).data.session?.access_token)
    expect([after.aal, after.amr.map(({ method }) => method)]).toEqual(['aal1', ['password']])
  })

  test('refuses a second factor of the same name, an eleventh, phones without a sender and unknown kinds', async () => {
    const person = await member(contract)
    const { mfa } = person.client.auth
    await enrolled(person, 'Gerät 0')
    const same = await mfa.enroll({ factorType: 'totp', friendlyName: 'Gerät 0' })
    expect([same.error?.status, same.error?.code]).toEqual([422, 'mfa_factor_name_conflict'])
    for (let n = 1; n < 10; n++) await enrolled(person, `Gerät ${n}`)
    const eleventh = await mfa.enroll({ factorType: 'totp', friendlyName: 'Gerät 10' })
    expect([eleventh.error?.status, eleventh.error?.code]).toEqual([422, 'too_many_enrolled_mfa_factors'])
    const phone = await mfa.enroll({ factorType: 'phone', phone: '+4915112345678', friendlyName: 'SMS' })
    expect([phone.error?.status, phone.error?.code]).toEqual([422, 'mfa_phone_enroll_not_enabled'])
    const nobody = await contract.guest().auth.mfa.enroll({ factorType: 'totp' })
    expect([401, 403]).toContain(nobody.error?.status)
  })

  test('the admin API lists factors and removes a lost one', async () => {
    const person = await member(contract)
    const factor = await verified(person)
    const { mfa } = contract.service().auth.admin
    expect((await mfa.listFactors({ userId: person.id })).data?.factors).toMatchObject([
      { id: factor.id, status: 'verified' },
    ])
    expect((await mfa.deleteFactor({ userId: person.id, id: factor.id })).error).toBeNull()
    expect((await mfa.listFactors({ userId: person.id })).data?.factors).toEqual([])
    expect((await contract.guest().auth.admin.mfa.listFactors({ userId: person.id })).error?.code).toBe('not_admin')
  })
})
