import type { Backend } from '@hot/embedded'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contract, LOOSE_RATES, member, OPENS_A_DATABASE, openOurs } from './open-contract.ts'

/** Guessing, on a backend that allows few guesses. Each test uses accounts of its own. */
let contract: Contract & { backend: Backend }
const FEW = { times: 3, seconds: 3600 }
beforeAll(async () => {
  contract = await openOurs({
    rates: { ...LOOSE_RATES, wrongPasswords: FEW, wrongCodes: FEW, knownAddresses: FEW, passkeys: FEW },
  })
})
afterAll(() => contract?.close())

let serial = 0
const newAddress = () => `drossel${Date.now()}${serial++}@gmx.de`
const password = 'ein langes Passwort'

/** A request with whatever a client may claim about where it comes from. */
const post = (path: string, body: unknown, n: number, remoteAddress = '192.0.2.7') =>
  contract.backend.fetch(
    new Request(`${contract.url}/auth/v1${path}`, {
      method: 'POST',
      headers: {
        apikey: contract.publishableKey,
        'x-forwarded-for': `203.0.113.${n}`,
        'x-real-ip': `203.0.113.${n}`,
        forwarded: `for=203.0.113.${n}`,
        'cf-connecting-ip': `203.0.113.${n}`,
      },
      body: JSON.stringify(body),
    }),
    { remoteAddress },
  )

async function expectBlocked(answer: Response): Promise<void> {
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60)
  expect(await answer.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
}

test('wrong passwords cost the account, whatever address a client claims or has', async () => {
  const { email } = await member(contract)
  const guess = (n: number) => post('/token?grant_type=password', { email, password: `falsch ${n}` }, n, `192.0.2.${n}`)
  for (const n of [1, 2, 3]) expect((await guess(n)).status).toBe(400)
  await expectBlocked(await guess(4))
  // The right one as well: otherwise the answer would say that it was found.
  await expectBlocked(await post('/token?grant_type=password', { email, password }, 5))
  expect((await contract.guest().auth.signInWithPassword(await member(contract))).error).toBeNull()
})

test('of many guesses at the same moment no more are checked than allowed', async () => {
  const { email } = await member(contract)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => post('/token?grant_type=password', { email, password: `falsch ${n}` }, n)),
  )
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(17)
})

test('challenges and answers of passkeys cost the network, whatever address a client claims', async () => {
  const path = '/passkeys/authentication'
  expect((await post(`${path}/options`, {}, 1)).status).toBe(200)
  expect((await post(`${path}/verify`, {}, 2)).status).toBe(400)
  expect((await post(`${path}/options`, {}, 3)).status).toBe(200)
  await expectBlocked(await post(`${path}/options`, {}, 4))
  await expectBlocked(await post(`${path}/verify`, {}, 5))
  expect((await post(`${path}/options`, {}, 6, '192.0.2.8')).status).toBe(200)
})

test('right passwords cost nothing', async () => {
  const person = await member(contract)
  for (let n = 0; n < 5; n++) expect((await contract.guest().auth.signInWithPassword(person)).error).toBeNull()
})

test('codes of an authenticator app cannot be tried out', async () => {
  const person = await member(contract)
  const { mfa } = person.client.auth
  const factor = await mfa.enroll({ factorType: 'totp', friendlyName: 'Handy' })
  const secret = Secret.fromBase32(factor.data?.totp.secret ?? '')
  const right = [-1, 0, 1, 2].map((step) => new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 }))
  const wrong = Array.from({ length: 9 }, (_, n) => `00000${n}`).filter((code) => !right.includes(code))
  const factorId = factor.data?.id ?? ''
  const attempt = async (code: string) => {
    const challenge = await mfa.challenge({ factorId })
    return mfa.verify({ factorId, challengeId: challenge.data?.id ?? '', code })
  }
  for (const code of wrong.slice(0, 3)) expect((await attempt(code)).error?.code).toBe('mfa_verification_failed')
  const blocked = await attempt(right[1] ?? '')
  expect([blocked.error?.status, blocked.error?.code]).toEqual([429, 'over_request_rate_limit'])
})

test('codes of a mail cannot be tried out, and its link is good all the same', async () => {
  const email = newAddress()
  const made = await contract.service().auth.admin.generateLink({ type: 'signup', email, password })
  const code = made.data.properties?.email_otp ?? ''
  const wrong = ['000000', '000001', '000002', '000003'].filter((other) => other !== code).slice(0, 3)
  for (const token of wrong)
    expect((await contract.guest().auth.verifyOtp({ email, token, type: 'signup' })).error?.code).toBe('otp_expired')
  const blocked = await contract.guest().auth.verifyOtp({ email, token: code, type: 'signup' })
  expect([blocked.error?.status, blocked.error?.code]).toEqual([429, 'over_request_rate_limit'])
  const token_hash = made.data.properties?.hashed_token ?? ''
  expect((await contract.guest().auth.verifyOtp({ token_hash, type: 'signup' })).data.user?.email).toBe(email)
})

test('who asks for many addresses is not told any more who has an account', async () => {
  const { email } = await member(contract)
  const ask = (n: number, address = email) => post('/signup', { email: address, password }, n, '198.51.100.9')
  for (const n of [1, 2, 3]) expect((await ask(n)).status).toBe(422)
  await expectBlocked(await ask(4))
  await expectBlocked(await ask(5, newAddress()))
  expect((await post('/signup', { email: newAddress(), password }, 6, '198.51.100.10')).status).toBe(200)
})

test('throttles as GoTrue does and counts failures outside the transaction', OPENS_A_DATABASE, async () => {
  const own = await openOurs({
    rates: {
      ...LOOSE_RATES,
      wrongPasswords: { times: 3, seconds: 3600 },
      mailEvery: 60,
      // A network that has had one leaves seven tenths to others.
      mails: { times: 5, seconds: 3600 },
    },
  })
  try {
    const email = newAddress()
    await own.service().auth.admin.createUser({ email, password, email_confirm: true })
    for (const _ of [1, 2, 3])
      expect((await own.guest().auth.signInWithPassword({ email, password: 'falsch' })).error?.status).toBe(400)
    const blocked = await own.fetch(
      new Request(`${own.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: own.publishableKey, 'x-forwarded-for': '203.0.113.9' },
        body: JSON.stringify({ email, password }),
      }),
    )
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await blocked.json()).toMatchObject({ error_code: 'over_request_rate_limit' })

    const fresh = newAddress()
    expect((await own.guest().auth.signUp({ email: fresh, password })).error).toBeNull()
    const soon = await own.guest().auth.resend({ email: fresh, type: 'signup' })
    expect([soon.error?.status, soon.error?.code]).toEqual([429, 'over_email_send_rate_limit'])
    expect(soon.error?.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
    expect((await own.guest().auth.signUp({ email: newAddress(), password })).error).toBeNull()
    const tooMany = await own.guest().auth.signUp({ email: newAddress(), password })
    expect([tooMany.error?.status, tooMany.error?.message]).toEqual([
      429,
      expect.stringMatching(/^email rate limit exceeded for the whole site, please retry after \d+ seconds$/),
    ])
  } finally {
    await own.close()
  }
})
