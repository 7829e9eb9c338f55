import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { member, ownTargets } from '../open-contract.ts'
import { type Authenticator, authenticator, type Deviation, OTHER_CHALLENGE, WRONG_ANSWERS } from './authenticator.ts'
import { ask, levelOf, PAGES } from './wire.ts'

type Person = Awaited<ReturnType<typeof member>>
type Own = Awaited<ReturnType<ReturnType<typeof ownTargets>[number]['open']>>

const REFUSED = [400, 'webauthn_verification_failed']

/** Asserted against supabase/auth: internal/api/passkey_registration.go, passkey_authentication.go, passkey_manage.go. */
describe.each(ownTargets())('Passkeys on $name', ({ open }) => {
  let contract: Own
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  async function registration(person: Person) {
    const { data, error } = await person.client.auth.passkey.startRegistration()
    if (error) throw error
    return data
  }

  async function register(person: Person, device: Authenticator, deviation: Deviation = {}) {
    const { challenge_id, options } = await registration(person)
    const credential = device.create(options, deviation)
    return person.client.auth.passkey.verifyRegistration({ challengeId: challenge_id, credential })
  }

  async function withPasskey(deviation: Deviation = {}) {
    const person = await member(contract)
    const device = authenticator(PAGES)
    const { data, error } = await register(person, device, deviation)
    if (error) throw error
    return { person, device, passkey: data }
  }

  async function signIn(device: Authenticator, deviation: Deviation = {}) {
    const client = contract.guest()
    const { data, error } = await client.auth.passkey.startAuthentication()
    if (error) throw error
    const answer = { challengeId: data.challenge_id, credential: device.get(data.options, deviation) }
    return { client, answer, done: await client.auth.passkey.verifyAuthentication(answer) }
  }

  test('are in the settings', async () => {
    expect((await ask(contract, 'GET', '/settings')).body).toMatchObject({ passkeys_enabled: true })
  })

  test('registers one for the signed-in account, with a name and listed without its key', async () => {
    const person = await member(contract)
    const { challenge_id, options, expires_at } = await registration(person)
    expect(Math.abs(expires_at - Date.now() / 1000 - 300)).toBeLessThan(10)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Testseite' },
      user: { id: Buffer.from(person.id).toString('base64url'), name: person.email, displayName: person.email },
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    })
    const { passkey } = person.client.auth
    const device = authenticator(PAGES)
    const made = await passkey.verifyRegistration({ challengeId: challenge_id, credential: device.create(options) })
    const id = made.data?.id ?? ''
    expect(made.data).toEqual({ id: expect.any(String), friendly_name: 'Passkey', created_at: expect.any(String) })
    expect((await registration(person)).options.excludeCredentials).toHaveLength(1)

    const renamed = await passkey.update({ passkeyId: id, friendlyName: 'Mein Laptop' })
    expect(renamed.data).toEqual({ ...made.data, friendly_name: 'Mein Laptop' })
    expect((await passkey.list()).data).toEqual([renamed.data])
    await signIn(device)
    expect((await passkey.list()).data).toEqual([{ ...renamed.data, last_used_at: expect.any(String) }])

    expect((await passkey.delete({ passkeyId: id })).error).toBeNull()
    expect((await passkey.list()).data).toEqual([])
    expect((await signIn(device)).done.error?.code).toBe('webauthn_verification_failed')
  })

  test('signs in without a user name, at aal1, and asks for an existing second factor', async () => {
    const { person, device } = await withPasskey()
    const { client, done } = await signIn(device)
    expect(done.error).toBeNull()
    expect(done.data?.user).toMatchObject({ id: person.id, email: person.email })
    expect(levelOf(done.data?.session?.access_token)).toEqual({ aal: 'aal1', amr: ['passkey'] })
    expect((await client.auth.getUser()).data.user?.id).toBe(person.id)
    expect((await client.auth.refreshSession()).error).toBeNull()
  })

  test('sign-in options are the same for everybody and name no credential', async () => {
    const { data } = await contract.guest().auth.passkey.startAuthentication()
    expect(data?.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(data?.options).not.toHaveProperty('allowCredentials')
  })

  test.each<[string, Deviation]>([
    ['of another site', { origin: 'http://localhost.example:4999' }],
    ['for another relying party', { rpId: 'example.org' }],
    ['to another challenge', { challenge: OTHER_CHALLENGE }],
    ['of a device that nobody unlocked', { userVerified: false }],
    ['of a device that nobody touched', { userPresent: false }],
    ['to the other ceremony', { type: 'webauthn.get' }],
  ])('no answer %s registers a passkey, and it uses up the challenge', async (_, deviation) => {
    const person = await member(contract)
    const { passkey } = person.client.auth
    const { challenge_id: challengeId, options } = await registration(person)
    const device = authenticator(PAGES)
    const wrong = await passkey.verifyRegistration({ challengeId, credential: device.create(options, deviation) })
    expect([wrong.error && 'status' in wrong.error && wrong.error.status, wrong.error?.code]).toEqual(REFUSED)
    const late = await passkey.verifyRegistration({ challengeId, credential: device.create(options) })
    expect(late.error?.code).toBe('webauthn_challenge_not_found')
    expect((await passkey.list()).data).toEqual([])
  })

  test.each<[string, Deviation]>([
    ...WRONG_ANSWERS,
    ['of an unknown credential', { id: Buffer.alloc(32, 1).toString('base64url') }],
    ['for another account', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
    ['that names no account', { userHandle: null }],
  ])('no answer %s signs in, and it uses up the challenge', async (_, deviation) => {
    const { device } = await withPasskey({ counter: 5 })
    const { client, answer, done } = await signIn(device, { counter: 6, ...deviation })
    expect([done.error && 'status' in done.error && done.error.status, done.error?.code]).toEqual(REFUSED)
    expect((await client.auth.getSession()).data.session).toBeNull()
    const late = await client.auth.passkey.verifyAuthentication(answer)
    expect(late.error?.code).toBe('webauthn_challenge_not_found')
    expect((await signIn(device, { counter: 6 })).done.error).toBeNull()
  })

  test('an answer signs in once, even when sent several times at once', async () => {
    const { device } = await withPasskey()
    const client = contract.guest()
    const { data } = await client.auth.passkey.startAuthentication()
    if (!data) throw new Error('no challenge')
    const answer = { challengeId: data.challenge_id, credential: device.get(data.options) }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => contract.guest().auth.passkey.verifyAuthentication(answer)),
    )
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    // The same signature is refused for another challenge too.
    const next = await client.auth.passkey.startAuthentication()
    const replayed = await client.auth.passkey.verifyAuthentication({
      ...answer,
      challengeId: next.data?.challenge_id ?? '',
    })
    expect(replayed.error?.code).toBe('webauthn_verification_failed')
  })

  test('a challenge belongs to its account and its ceremony, and lasts five minutes', async () => {
    const [anna, bernd] = [await withPasskey(), await member(contract)]
    const { challenge_id: challengeId, options } = await registration(anna.person)
    const credential = authenticator(PAGES).create(options)
    const stolen = await bernd.client.auth.passkey.verifyRegistration({ challengeId, credential })
    expect(stolen.error?.code).toBe('webauthn_challenge_not_found')
    const asSignIn = await contract.guest().auth.passkey.verifyAuthentication({ challengeId, credential })
    expect(asSignIn.error?.code).toBe('webauthn_challenge_not_found')
    const own = await anna.person.client.auth.passkey.verifyRegistration({ challengeId, credential })
    expect(own.error).toBeNull()

    const { data } = await contract.guest().auth.passkey.startAuthentication()
    if (!data) throw new Error('no challenge')
    const expire = `update auth.webauthn_challenges set expires_at = now() - interval '1 second' where id = $1`
    await contract.backend.query(expire, [data.challenge_id])
    const late = { challengeId: data.challenge_id, credential: anna.device.get(data.options) }
    const expired = await contract.guest().auth.passkey.verifyAuthentication(late)
    expect(expired.error?.code).toBe('webauthn_challenge_expired')
  })

  test('a new challenge deletes expired ones and those of an earlier registration', async () => {
    const person = await member(contract)
    const kept = async () =>
      (await contract.backend.query<{ id: string }>('select id from auth.webauthn_challenges')).map(({ id }) => id)
    const first = (await registration(person)).challenge_id
    await contract.backend.query(
      `insert into auth.webauthn_challenges (challenge_type, session_data, expires_at)
         select 'authentication', '{}', now() - interval '1 minute' from generate_series(1, 50)`,
    )
    const second = (await registration(person)).challenge_id
    expect(await kept()).toContain(second)
    expect(await kept()).not.toContain(first)
    const expired = await contract.backend.query('select from auth.webauthn_challenges where expires_at < now()')
    expect(expired).toHaveLength(0)
  })

  test('a credential belongs to one account only, and an account has at most ten', async () => {
    const [anna, bernd] = [await withPasskey(), await member(contract)]
    const { challenge_id, options } = await registration(bernd)
    const taken = anna.device.create(options, {})
    await bernd.client.auth.passkey.verifyRegistration({ challengeId: challenge_id, credential: taken })
    const again = await registration(anna.person)
    // The same attestation with the other challenge: an authenticator that uses one id twice.
    const second = anna.device.create(again.options, { id: taken.id })
    const refused = await anna.person.client.auth.passkey.verifyRegistration({
      challengeId: again.challenge_id,
      credential: second,
    })
    expect(refused.error?.code).toBe('webauthn_credential_exists')

    for (let n = 1; n < 10; n++) expect((await register(anna.person, authenticator(PAGES))).error).toBeNull()
    const eleventh = await anna.person.client.auth.passkey.startRegistration()
    expect([eleventh.error?.status, eleventh.error?.code]).toEqual([422, 'too_many_passkeys'])
  })

  test("a banned or unconfirmed account is refused, another account's passkey is not found", async () => {
    const [anna, bernd] = [await withPasskey(), await member(contract)]
    const { passkey } = bernd.client.auth
    const passkeyId = anna.passkey.id
    const renamed = await passkey.update({ passkeyId, friendlyName: 'Meiner' })
    expect([renamed.error?.status, renamed.error?.code]).toEqual([404, 'validation_failed'])
    expect((await passkey.delete({ passkeyId })).error?.status).toBe(404)
    expect((await passkey.update({ passkeyId: 'x', friendlyName: 'Meiner' })).error?.status).toBe(404)
    const long = await anna.person.client.auth.passkey.update({ passkeyId, friendlyName: 'ä'.repeat(61) })
    expect(long.error?.code).toBe('validation_failed')

    const { admin } = contract.service().auth
    expect((await admin.passkey.listPasskeys({ userId: anna.person.id })).data).toMatchObject([{ id: passkeyId }])
    await admin.updateUserById(anna.person.id, { ban_duration: '1h' })
    expect((await signIn(anna.device)).done.error?.code).toBe('user_banned')
    await admin.updateUserById(anna.person.id, { ban_duration: 'none' })
    await contract.backend.query('update auth.users set email_confirmed_at = null where id = $1', [anna.person.id])
    expect((await signIn(anna.device)).done.error?.code).toBe('email_not_confirmed')
    expect((await admin.passkey.deletePasskey({ userId: bernd.id, passkeyId })).error?.status).toBe(404)
    expect((await admin.passkey.deletePasskey({ userId: anna.person.id, passkeyId })).error).toBeNull()
    expect((await signIn(anna.device)).done.error?.code).toBe('webauthn_verification_failed')
    const guest = contract.guest().auth.admin
    expect((await guest.passkey.listPasskeys({ userId: anna.person.id })).error?.code).toBe('not_admin')
  })

  test('with a second factor, passkeys are added and removed only at aal2', async () => {
    const { person, device, passkey } = await withPasskey()
    const name = { factor_type: 'webauthn', friendly_name: 'Stick' }
    const factor = await ask(contract, 'POST', '/factors', { token: person.token, body: name })
    await contract.backend.query(`update auth.mfa_factors set status = 'verified' where id = $1`, [factor.body.id])
    const { client } = await signIn(device)
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    const added = await client.auth.passkey.startRegistration()
    expect([added.error?.status, added.error?.code]).toEqual([403, 'insufficient_aal'])
    const removed = await client.auth.passkey.delete({ passkeyId: passkey.id })
    expect([removed.error?.status, removed.error?.code]).toEqual([403, 'insufficient_aal'])
  })

  test('says what is missing in a body, and requires a session for everything but signing in', async () => {
    const { person } = await withPasskey()
    const challenge_id = crypto.randomUUID()
    const cases: [object, string, string][] = [
      [{}, 'validation_failed', 'challenge_id is required'],
      [{ challenge_id }, 'validation_failed', 'credential is required'],
      [{ challenge_id: 'x', credential: {} }, 'validation_failed', 'challenge_id must be a valid UUID'],
      [{ challenge_id, credential: {} }, 'webauthn_challenge_not_found', 'Challenge not found or already used'],
    ]
    for (const path of ['/passkeys/registration/verify', '/passkeys/authentication/verify'])
      for (const [body, code, msg] of cases)
        expect(await ask(contract, 'POST', path, { token: person.token, body })).toMatchObject({
          status: 400,
          code,
          body: { msg },
        })
    const { data } = await contract.guest().auth.passkey.startAuthentication()
    const body = { challenge_id: data?.challenge_id, credential: { id: 'ü' } }
    const shapeless = await ask(contract, 'POST', '/passkeys/authentication/verify', { body })
    expect([shapeless.status, shapeless.code]).toEqual(REFUSED)
    for (const [method, path] of [
      ['GET', '/passkeys'],
      ['PATCH', `/passkeys/${challenge_id}`],
      ['DELETE', `/passkeys/${challenge_id}`],
      ['POST', '/passkeys/registration/options'],
      ['POST', '/passkeys/registration/verify'],
    ] as const)
      expect((await ask(contract, method, path, { body: method === 'GET' ? undefined : {} })).status).toBe(401)
  })
})
