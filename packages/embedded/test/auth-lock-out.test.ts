import fs from 'node:fs'
import path from 'node:path'
import type { Backend } from '@hot/embedded'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contract, LOOSE_RATES, MIGRATIONS, member, OPENS_A_DATABASE, openOurs } from './open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from './prepared-database.ts'

/** Strangers try passwords, and the owner of the account must still be able to sign in. */
let contract: Contract & { backend: Backend }
beforeAll(async () => {
  const rates = { ...LOOSE_RATES, wrongPasswords: { times: 3, seconds: 3600 }, signIns: { times: 12, seconds: 3600 } }
  contract = await openOurs({ rates })
})
afterAll(() => contract?.close())

const signIn = (email: string, password: string, remoteAddress: string, to = contract) =>
  to.backend.fetch(
    new Request(`${to.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: to.publishableKey },
      body: JSON.stringify({ email, password }),
    }),
    { remoteAddress },
  )

/** Wrong passwords, each from a different network, until strangers are refused. */
async function lockedByStrangers(email: string, first: number, to = contract): Promise<void> {
  const attempt = (n: number) => signIn(email, `falsch ${n}`, `198.51.100.${first + n}`, to)
  for (const n of [0, 1, 2]) expect((await attempt(n)).status).toBe(400)
  expect((await attempt(3)).status).toBe(429)
}

test('a network that signed in before is not locked out by strangers', async () => {
  const { email, password } = await member(contract)
  const [home, phone] = ['192.0.2.1', '2001:db8:1:2::1']
  for (const address of [home, phone]) expect((await signIn(email, password, address)).status).toBe(200)
  await lockedByStrangers(email, 1)
  expect((await signIn(email, password, home)).status).toBe(200)
  // The phone has another address of its /64 by now.
  expect((await signIn(email, password, '2001:db8:1:2:aaaa::9')).status).toBe(200)
  // From anywhere else the right password is refused as well: otherwise the answer would say that it was found.
  expect((await signIn(email, password, '192.0.2.77')).status).toBe(429)
})

test('nor after signing out, nor after a restart', OPENS_A_DATABASE, async () => {
  const dataDir = scratchDirectory()
  await copyPreparedDatabase(path.join(dataDir, 'pg'), MIGRATIONS)
  const rates = { ...LOOSE_RATES, wrongPasswords: { times: 3, seconds: 3600 } }
  const start = () => openOurs({ dataDir, rates })
  let own = await start()
  try {
    const { email, password } = await member(own)
    const answer = await signIn(email, password, '192.0.2.2', own)
    const { access_token } = (await answer.json()) as { access_token: string }
    const headers = { apikey: own.publishableKey, authorization: `Bearer ${access_token}` }
    await own.fetch(new Request(`${own.url}/auth/v1/logout`, { method: 'POST', headers }))
    await own.close()
    own = await start()
    await lockedByStrangers(email, 10, own)
    expect((await signIn(email, password, '192.0.2.2', own)).status).toBe(200)
  } finally {
    await own.close()
    fs.rmSync(dataDir, { recursive: true })
  }
})

test('wrong passwords of a known network have their own limit and do not count against strangers', async () => {
  const { email, password } = await member(contract)
  expect((await signIn(email, password, '192.0.2.3')).status).toBe(200)
  for (const n of [1, 2, 3]) expect((await signIn(email, `falsch ${n}`, '192.0.2.3')).status).toBe(400)
  expect((await signIn(email, password, '192.0.2.3')).status).toBe(429)
  expect((await signIn(email, password, '192.0.2.4')).status).toBe(200)
})

test('a known network of one account is unknown to another', async () => {
  const [one, other] = [await member(contract), await member(contract)]
  expect((await signIn(one.email, one.password, '192.0.2.5')).status).toBe(200)
  await lockedByStrangers(other.email, 20)
  expect((await signIn(other.email, other.password, '192.0.2.5')).status).toBe(429)
})

test('who is locked out gets in by mail', async () => {
  const { email, password } = await member(contract)
  await lockedByStrangers(email, 30)
  expect((await signIn(email, password, '192.0.2.6')).status).toBe(429)
  const { properties } = (await contract.service().auth.admin.generateLink({ type: 'recovery', email })).data
  const link = { token_hash: properties?.hashed_token ?? '', type: 'recovery' as const }
  expect((await contract.guest().auth.verifyOtp(link)).error).toBeNull()
})

test('a deleted account leaves no network behind', async () => {
  const { email, password, id } = await member(contract)
  const { admin } = contract.service().auth
  expect((await signIn(email, password, '192.0.2.8')).status).toBe(200)
  expect((await admin.deleteUser(id)).error).toBeNull()
  expect((await admin.createUser({ id, email, password, email_confirm: true })).error).toBeNull()
  await lockedByStrangers(email, 40)
  expect((await signIn(email, password, '192.0.2.8')).status).toBe(429)
})

test('one network signs in so often, whomever as', async () => {
  const { email, password } = await member(contract)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => signIn(`niemand${n}@gmx.de`, password, '203.0.113.1')),
  )
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(8)
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused?.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
  expect((await signIn(email, password, '203.0.113.2')).status).toBe(200)
})

test.each([
  ['kein-at', 'invalid_credentials'],
  [`${'x'.repeat(60_000)}@gmx.de`, 'invalid_credentials'],
  ['a@b', 'invalid_credentials'],
  ['ünü@gmx.de', 'invalid_credentials'],
  ['\u0000@gmx.de', 'bad_json'],
])('an address that is none is answered as a wrong password or as none at all', async (email, error_code) => {
  const answer = await signIn(email, 'ein langes Passwort', '203.0.113.9')
  expect([answer.status, await answer.json()]).toMatchObject([400, { error_code }])
})
