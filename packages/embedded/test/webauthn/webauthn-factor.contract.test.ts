import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, member, openOurs, ownTargets } from '../open-contract.ts'
import { type Authenticator, authenticator, type Deviation, WRONG_ANSWERS } from './authenticator.ts'
import { ask, levelOf, PAGES } from './wire.ts'

type Person = Awaited<ReturnType<typeof member>>
type Challenge = {
  id: string
  type: string
  expires_at: number
  webauthn: { type: 'create' | 'request'; credential_options: { publicKey: Options } }
}
type Options = {
  challenge: string
  rp: { id: string; name: string }
  rpId: string
  user: { id: string; name: string; displayName: string }
  userVerification: string
  authenticatorSelection: object
  excludeCredentials: { id: string }[]
  allowCredentials: { id: string }[]
}

const REFUSED = [422, 'mfa_verification_failed']

/** Asserted against supabase/auth: internal/api/mfa.go (…WebAuthnFactor) and WebAuthn Level 3, 7.1 and 7.2. */
describe.each(ownTargets())('WebAuthn as second factor on $name', ({ open }) => {
  let contract: Contract
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  async function enrol(person: Person, name = 'Laptop') {
    const body = { factor_type: 'webauthn', friendly_name: name }
    const answer = await ask(contract, 'POST', '/factors', { token: person.token, body })
    expect(answer).toMatchObject({ status: 200, body: { type: 'webauthn', friendly_name: name } })
    return String(answer.body.id)
  }

  async function challenged(token: string, factor: string) {
    const answer = await ask(contract, 'POST', `/factors/${factor}/challenge`, { token, body: { factorId: factor } })
    expect(answer.status).toBe(200)
    const challenge = answer.body as Challenge
    return { challenge, options: challenge.webauthn.credential_options.publicKey }
  }

  const verify = (token: string, factor: string, challenge: Challenge, credential_response: unknown, type?: string) =>
    ask(contract, 'POST', `/factors/${factor}/verify`, {
      token,
      body: { challenge_id: challenge.id, webauthn: { type: type ?? challenge.webauthn.type, credential_response } },
    })

  /** A member whose session is at aal2 by a new WebAuthn factor. */
  async function enrolled(device: Authenticator = authenticator(PAGES), deviation: Deviation = {}) {
    const person = await member(contract)
    const factor = await enrol(person)
    const { challenge, options } = await challenged(person.token, factor)
    const done = await verify(person.token, factor, challenge, device.create(options, deviation))
    expect(done.status).toBe(200)
    return { person, factor, device, token: String(done.body.access_token), done: done.body }
  }

  /** A fresh session at aal1 of that member. */
  async function low(person: Person): Promise<string> {
    const again = await contract.guest().auth.signInWithPassword(person)
    return again.data.session?.access_token ?? ''
  }

  test('a new credential raises the session to aal2, and so does each later use', async () => {
    const device = authenticator(PAGES)
    const person = await member(contract)
    const factor = await enrol(person)
    const first = await challenged(person.token, factor)
    expect(first.challenge).toMatchObject({ type: 'webauthn', webauthn: { type: 'create' } })
    expect(Math.abs(first.challenge.expires_at - Date.now() / 1000 - 300)).toBeLessThan(10)
    expect(first.options).toMatchObject({
      rp: { id: 'localhost', name: 'Testseite' },
      user: { name: `${person.email} (Laptop)` },
      authenticatorSelection: { userVerification: 'required' },
      excludeCredentials: [],
    })
    const raised = await verify(person.token, factor, first.challenge, device.create(first.options))
    expect(raised.status).toBe(200)
    expect(levelOf(raised.body.access_token)).toEqual({ aal: 'aal2', amr: ['mfa/webauthn', 'password'] })
    expect(raised.body.user).toMatchObject({ factors: [{ id: factor, factor_type: 'webauthn', status: 'verified' }] })
    // The first password session ended when a factor was verified (InvalidateSessionsWithAALLessThan keeps only aal2).
    const token = await low(person)
    expect(levelOf(token).aal).toBe('aal1')
    const second = await challenged(token, factor)
    expect(second.challenge.webauthn.type).toBe('request')
    expect(second.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(second.options.allowCredentials).toHaveLength(1)
    const again = await verify(token, factor, second.challenge, device.get(second.options))
    expect(again.status).toBe(200)
    expect(levelOf(again.body.access_token)).toEqual({ aal: 'aal2', amr: ['mfa/webauthn', 'password'] })
    expect(JSON.stringify(again.body.user)).not.toMatch(/publicKey|web_authn_credential/)
  })

  test.each<[string, Deviation]>([
    ['of another site', { origin: 'http://localhost.example:4999' }],
    ['of the same host at another port', { origin: 'http://localhost:5000' }],
    ['for another relying party', { rpId: 'example.org' }],
    ['to another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['of a device that nobody unlocked', { userVerified: false }],
    ['of a device that nobody touched', { userPresent: false }],
    ['to the other ceremony', { type: 'webauthn.get' }],
  ])('no answer %s registers a credential, and it uses up the challenge', async (_, deviation) => {
    const device = authenticator(PAGES)
    const person = await member(contract)
    const factor = await enrol(person)
    const { challenge, options } = await challenged(person.token, factor)
    const wrong = await verify(person.token, factor, challenge, device.create(options, deviation))
    expect([wrong.status, wrong.code]).toEqual(REFUSED)
    const late = await verify(person.token, factor, challenge, device.create(options))
    expect([late.status, late.code]).toEqual([422, 'mfa_factor_not_found'])
    expect((await person.client.auth.mfa.listFactors()).data?.webauthn).toEqual([])
  })

  test.each<[string, Deviation]>([
    ...WRONG_ANSWERS,
    ['of a credential with another id', { id: Buffer.alloc(32, 1).toString('base64url') }],
    ['of another account', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
  ])('no answer %s raises a session, and it uses up the challenge', async (_, deviation) => {
    const { person, factor, device } = await enrolled(undefined, { counter: 5 })
    const token = await low(person)
    const { challenge, options } = await challenged(token, factor)
    const wrong = await verify(token, factor, challenge, device.get(options, { counter: 6, ...deviation }))
    expect([wrong.status, wrong.code]).toEqual(REFUSED)
    const late = await verify(token, factor, challenge, device.get(options, { counter: 9 }))
    expect([late.status, late.code]).toEqual([422, 'mfa_factor_not_found'])
    const next = await challenged(token, factor)
    const right = await verify(
      token,
      factor,
      next.challenge,
      device.get(next.options, { counter: 6, userHandle: null }),
    )
    expect(right.status).toBe(200)
  })

  test('an answer works once, for its own factor and account only', async () => {
    const [anna, bernd] = [await enrolled(), await enrolled()]
    const [annaLow, berndLow] = [await low(anna.person), await low(bernd.person)]
    const own = await challenged(annaLow, anna.factor)
    const answer = anna.device.get(own.options)
    // Bernd's own challenge, answered by Anna's device; then Anna's challenge and answer at Bernd's factor.
    const his = await challenged(berndLow, bernd.factor)
    const crossed = await verify(berndLow, bernd.factor, his.challenge, {
      ...answer,
      response: { ...answer.response },
    })
    expect([crossed.status, crossed.code]).toEqual(REFUSED)
    const moved = await verify(berndLow, bernd.factor, own.challenge, answer)
    expect([moved.status, moved.code]).toEqual([422, 'mfa_factor_not_found'])
    const foreign = await verify(berndLow, anna.factor, own.challenge, answer)
    expect([foreign.status, foreign.code]).toEqual([404, 'mfa_factor_not_found'])
    expect((await verify(annaLow, anna.factor, own.challenge, answer)).status).toBe(200)
    const replayed = await verify(annaLow, anna.factor, own.challenge, answer)
    expect([replayed.status, replayed.code]).toEqual([422, 'mfa_ip_address_mismatch'])
    const next = await challenged(annaLow, anna.factor)
    const old = await verify(annaLow, anna.factor, next.challenge, answer)
    expect([old.status, old.code]).toEqual(REFUSED)
  })

  test('says what is missing in a body', async () => {
    const person = await member(contract)
    const factor = await enrol(person)
    const { challenge } = await challenged(person.token, factor)
    const path = `/factors/${factor}/verify`
    const cases: [unknown, string][] = [
      [{}, 'WebAuthn config required'],
      [{ webauthn: {} }, 'WebAuthn type must be create or request'],
      [{ webauthn: { type: 'create' } }, 'credential_response required'],
      [{ webauthn: { type: 'create', credential_response: {} } }, 'Invalid credential_response'],
      [{ webauthn: { type: 'create', credential_response: { id: 'ü' } } }, 'Invalid credential_response'],
    ]
    for (const [given, msg] of cases) {
      const body = { challenge_id: challenge.id, ...(given as object) }
      expect(await ask(contract, 'POST', path, { token: person.token, body })).toMatchObject({
        status: 400,
        code: 'validation_failed',
        body: { msg },
      })
    }
  })

  test('options for a second one exclude the first, and it is removed only at aal2', async () => {
    const { person, factor, device, token } = await enrolled()
    const second = await ask(contract, 'POST', '/factors', {
      token,
      body: { factor_type: 'webauthn', friendly_name: 'Stick' },
    })
    const { challenge, options } = await challenged(token, String(second.body.id))
    expect(options.excludeCredentials).toHaveLength(1)
    // With the account's id as handle a device would overwrite one credential with the other.
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(second.body.id)
    const raised = await verify(token, String(second.body.id), challenge, device.create(options))
    expect(raised.status).toBe(200)
    const removed = await ask(contract, 'DELETE', `/factors/${factor}`, { token: await low(person) })
    expect([removed.status, removed.code]).toEqual([422, 'insufficient_aal'])
    expect((await ask(contract, 'DELETE', `/factors/${factor}`, { token })).status).toBe(200)
  })
})

test('it does not exist where browsers do not allow passkeys for the site', async () => {
  const contract = await openOurs({ siteUrl: 'http://hot.example' })
  const person = await member(contract)
  const body = { factor_type: 'webauthn', friendly_name: 'Laptop' }
  const factor = await ask(contract, 'POST', '/factors', { token: person.token, body })
  expect([factor.status, factor.code]).toEqual([422, 'mfa_webauthn_enroll_not_enabled'])
  for (const [method, path] of [
    ['POST', '/passkeys/authentication/options'],
    ['POST', '/passkeys/authentication/verify'],
    ['POST', '/passkeys/registration/options'],
    ['GET', '/passkeys'],
  ] as const) {
    const answer = await ask(contract, method, path, method === 'GET' ? {} : { body: {} })
    expect([answer.status, answer.code]).toEqual([404, 'passkey_disabled'])
  }
  expect((await ask(contract, 'GET', '/settings')).body).toMatchObject({ passkeys_enabled: false })
  await contract.close()
})
