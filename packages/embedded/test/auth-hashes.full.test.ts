import type { Backend } from '@hot/embedded'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Contract, LOOSE_RATES, member, OPENS_A_DATABASE, openOurs } from './open-contract.ts'

/** Hashes cost a hundred times what a limit costs: who is refused causes none, and nobody learns by their number who is known. */
const hashes = vi.hoisted(() => ({ count: 0 }))
vi.mock('@node-rs/bcrypt', async (original) => {
  const { hash, verify } = await original<typeof import('@node-rs/bcrypt')>()
  const counted =
    <Given extends unknown[], Answer>(work: (...given: Given) => Answer) =>
    (...given: Given) => {
      hashes.count += 1
      return work(...given)
    }
  return { hash: counted(hash), verify: counted(verify) }
})

const hour = (times: number) => ({ times, seconds: 3600 })
let ours: Contract & { backend: Backend }
beforeAll(async () => {
  ours = await openOurs({
    rates: { ...LOOSE_RATES, mailsFrom: hour(6), knownAddresses: hour(2), wrongPasswords: hour(2), mailEvery: 60 },
  })
}, OPENS_A_DATABASE.timeout)
afterAll(() => ours?.close())
beforeEach(() => {
  network += 1
})

let network = 0
let serial = 0
const newAddress = () => `meise${Date.now()}${serial++}@gmx.de`
const password = 'ein langes Passwort'

async function ask(path: string, body: object, more: { method?: string; token?: string } = {}) {
  const { method = 'POST', token } = more
  const headers = { apikey: ours.publishableKey, ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const request = new Request(`${ours.url}/auth/v1${path}`, { method, headers, body: JSON.stringify(body) })
  hashes.count = 0
  const answer = await ours.backend.fetch(request, { remoteAddress: `192.0.2.${network}` })
  await ours.backend.idle()
  const { error_code } = (await answer.json()) as { error_code?: string }
  return [answer.status, error_code, hashes.count]
}
const signUp = (email: string, given = password) => ask('/signup', { email, password: given })
const useUp = async () => {
  for (let n = 0; n < 6; n++) await ask('/recover', { email: newAddress() })
}

test('a sign-up that a limit refuses hashes nothing, whoever is known', async () => {
  const { email: known } = await member(ours)
  const waiting = newAddress()
  expect(await signUp(waiting)).toEqual([200, undefined, 2])
  network += 1
  await useUp()
  for (const email of [newAddress(), known]) expect(await signUp(email)).toEqual([429, 'over_email_send_rate_limit', 0])
})

test('a new address and one that waits for its confirmation cost the same, a known one nothing', async () => {
  const { email: known } = await member(ours)
  const waiting = newAddress()
  expect(await signUp(waiting)).toEqual([200, undefined, 2])
  expect(await signUp(known)).toEqual([422, 'user_already_exists', 0])
  // Sent twice within a minute: compared once, whether somebody is there or not.
  expect(await signUp(waiting)).toEqual([429, 'over_email_send_rate_limit', 1])
  const asked = newAddress()
  expect(await ask('/resend', { email: asked, type: 'signup' })).toEqual([200, undefined, 0])
  expect(await signUp(asked)).toEqual([429, 'over_email_send_rate_limit', 1])
})

test('who has asked for too many known addresses is refused before anything is hashed', async () => {
  for (const status of [422, 422, 429]) expect((await signUp((await member(ours)).email))[0]).toBe(status)
  expect(await signUp(newAddress())).toEqual([429, 'over_request_rate_limit', 0])
})

test('a change whose mails are refused hashes no password', async () => {
  const { client } = await member(ours)
  const { data } = await client.auth.getSession()
  await useUp()
  const wanted = { email: newAddress(), password: 'noch ein langes Passwort' }
  const put = { method: 'PUT', token: data.session?.access_token ?? '' }
  expect(await ask('/user', wanted, put)).toEqual([429, 'over_email_send_rate_limit', 0])
})

test('passwords tried too often are not compared, for a known address or an unknown one', async () => {
  for (const email of [(await member(ours)).email, newAddress()]) {
    const attempts = []
    for (let n = 0; n < 3; n++) attempts.push(await ask('/token?grant_type=password', { email, password: `x${n}` }))
    expect(attempts).toEqual([
      [400, 'invalid_credentials', 1],
      [400, 'invalid_credentials', 1],
      [429, 'over_request_rate_limit', 0],
    ])
  }
})
