import { createHash } from 'node:crypto'
import type { Backend } from '@hot/embedded'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountMails } from './account-mails.ts'
import { type Contract, LOOSE_RATES, OPENS_A_DATABASE, openOurs } from './open-contract.ts'
import { oauthClient } from './openid/oauth-client.ts'

/** A mailed link must be useless to somebody without the mail. */
let contract: Contract & { backend: Backend }
let serial = 0
const SITE = 'http://127.0.0.1:4999'
const password = 'ein langes Passwort'
const newAddress = () => `link${Date.now()}${serial++}@gmx.de`

beforeAll(async () => {
  contract = await openOurs({ siteUrl: SITE })
})
afterAll(() => contract?.close())

const { linkIn, codeIn } = accountMails(() => contract)
const admin = () => contract.service().auth.admin
const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? ''
const follow = async (link: string, method = 'GET') => contract.fetch(new Request(link, { method }))
const errorIn = async (link: string) =>
  new URLSearchParams(new URL((await follow(link)).headers.get('location') ?? '').hash.slice(1)).get('error_code')
const sha224 = (text: string) => createHash('sha224').update(text).digest('hex')

async function confirmed(): Promise<string> {
  const email = newAddress()
  await admin().createUser({ email, password, email_confirm: true })
  return email
}

test('a link can be built neither from the code nor from the content of the database', async () => {
  const email = await confirmed()
  const { properties } = (await admin().generateLink({ type: 'recovery', email })).data
  const [held] = await contract.backend.query<{ recovery_token: string; token_hash: string }>(
    `select u.recovery_token, t.token_hash from auth.users u join auth.one_time_tokens t on t.user_id = u.id where u.email = $1`,
    [email],
  )
  const code = properties?.email_otp ?? ''
  const guesses = [sha224(email + code), `pkce_${sha224(email + code)}`, held?.recovery_token, held?.token_hash, code]
  for (const token_hash of guesses) {
    const answer = await contract.guest().auth.verifyOtp({ token_hash: token_hash ?? '', type: 'recovery' })
    expect([token_hash, answer.error?.code]).toEqual([token_hash, 'otp_expired'])
  }
  const right = await contract.guest().auth.verifyOtp({ token_hash: properties?.hashed_token ?? '', type: 'recovery' })
  expect(right.data.user?.email).toBe(email)
})

test('a link has at least 128 random bits, in the PKCE flow as well', async () => {
  const [plain, pkce] = [newAddress(), newAddress()]
  await contract.guest().auth.signUp({ email: plain, password })
  await oauthClient(contract).auth.signUp({ email: pkce, password })
  expect(tokenIn(linkIn(plain))).toMatch(/^[0-9a-f]{32,}$/)
  expect(tokenIn(linkIn(pkce))).toMatch(/^pkce_[0-9a-f]{32,}$/)
})

test('the client proves a link of the PKCE flow by its hash', async () => {
  const email = newAddress()
  await oauthClient(contract).auth.signUp({ email, password })
  const token_hash = tokenIn(linkIn(email))
  expect((await contract.guest().auth.verifyOtp({ token_hash, type: 'email' })).data.session?.user.email).toBe(email)
  const again = await contract.guest().auth.verifyOtp({ token_hash, type: 'email' })
  expect(again.error?.code).toBe('email_already_confirmed')
})

test('HEAD on a link does not use it up', async () => {
  const email = newAddress()
  await contract.guest().auth.signUp({ email, password })
  for (const _ of [1, 2]) {
    const head = await follow(linkIn(email), 'HEAD')
    expect([head.status, head.headers.get('location'), head.headers.get('cache-control')]).toEqual([
      200,
      null,
      'no-store',
    ])
  }
  expect(await errorIn(linkIn(email))).toBeNull()
  expect(await errorIn(linkIn(email))).toBe('otp_expired')
})

test('HEAD sends no mail and starts no sign-in', async () => {
  const client = contract.guest()
  const email = await confirmed()
  await client.auth.signInWithPassword({ email, password })
  const token = (await client.auth.getSession()).data.session?.access_token
  const headers = { apikey: contract.publishableKey, authorization: `Bearer ${token}` }
  const mails = contract.backend.mailbox.list().length
  for (const path of ['/reauthenticate', '/authorize?provider=google', '/user/identities/authorize?provider=google']) {
    const head = await contract.fetch(new Request(`${SITE}/auth/v1${path}`, { method: 'HEAD', headers }))
    expect([path, head.status]).toEqual([path, 200])
  }
  expect(contract.backend.mailbox.list()).toHaveLength(mails)
  expect((await contract.fetch(new Request(`${SITE}/auth/v1/health`, { method: 'HEAD', headers }))).status).toBe(200)
})

test('a code is valid for 15 minutes, its link for an hour', async () => {
  const email = await confirmed()
  const { properties } = (await admin().generateLink({ type: 'recovery', email })).data
  const sent = (minutes: number) =>
    contract.backend.query(
      `update auth.users set recovery_sent_at = now() - make_interval(mins => $2) where email = $1`,
      [email, minutes],
    )
  const token = properties?.email_otp ?? ''
  await sent(16)
  expect((await contract.guest().auth.verifyOtp({ email, token, type: 'recovery' })).error?.code).toBe('otp_expired')
  const token_hash = properties?.hashed_token ?? ''
  await sent(61)
  expect((await contract.guest().auth.verifyOtp({ token_hash, type: 'recovery' })).error?.code).toBe('otp_expired')
  await sent(59)
  expect((await contract.guest().auth.verifyOtp({ token_hash, type: 'recovery' })).data.user?.email).toBe(email)
})

test('of two people who use one link at once only one is signed in, and its code is used up too', async () => {
  const email = await confirmed()
  await contract.guest().auth.resetPasswordForEmail(email)
  const token_hash = tokenIn(linkIn(email))
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => contract.guest().auth.verifyOtp({ token_hash, type: 'recovery' })),
  )
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  const typed = await contract.guest().auth.verifyOtp({ email, token: codeIn(email), type: 'recovery' })
  expect(typed.error?.code).toBe('otp_expired')
})

test('a code does not work with another address', async () => {
  const [mine, other] = [await confirmed(), await confirmed()]
  const { properties } = (await admin().generateLink({ type: 'recovery', email: mine })).data
  await admin().generateLink({ type: 'recovery', email: other })
  const token = properties?.email_otp ?? ''
  expect((await contract.guest().auth.verifyOtp({ email: other, token, type: 'recovery' })).error?.code).toBe(
    'otp_expired',
  )
  expect((await contract.guest().auth.verifyOtp({ email: mine, token, type: 'recovery' })).error).toBeNull()
})

test('wrong links are limited per network, and many from everywhere are logged', OPENS_A_DATABASE, async () => {
  const lines: string[] = []
  const own = await openOurs({
    log: (line) => lines.push(line),
    rates: { ...LOOSE_RATES, wrongLinks: { times: 3, seconds: 3600 }, allWrongLinks: { times: 5, seconds: 3600 } },
  })
  try {
    const email = newAddress()
    const made = await own.service().auth.admin.generateLink({ type: 'signup', email, password })
    const attempt = (remoteAddress: string, token_hash: string) =>
      own.backend.fetch(
        new Request(`${own.url}/auth/v1/verify`, {
          method: 'POST',
          headers: { apikey: own.publishableKey },
          body: JSON.stringify({ token_hash, type: 'signup' }),
        }),
        { remoteAddress },
      )
    const wrong = (n: number) => String(n).padStart(64, '0')
    for (const n of [1, 2, 3]) expect((await attempt('192.0.2.1', wrong(n))).status).toBe(403)
    const right = made.data.properties?.hashed_token ?? ''
    const blocked = await attempt('192.0.2.1', right)
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(60)
    const link = `${own.url}/auth/v1/verify?type=signup&token=`
    const byGet = await own.backend.fetch(new Request(link + wrong(4)), { remoteAddress: '192.0.2.1' })
    expect(byGet.headers.get('location')).toContain('over_request_rate_limit')
    expect(lines.filter((line) => line.includes('allWrongLinks'))).toHaveLength(0)
    for (const n of [2, 3, 4, 5]) expect((await attempt(`192.0.2.${n}`, wrong(n))).status).toBe(403)
    expect(lines.filter((line) => line.includes('allWrongLinks'))).toHaveLength(1)
    expect((await attempt('192.0.2.9', right)).status).toBe(200)
  } finally {
    await own.close()
  }
})
