import { dictionary } from '@zxcvbn-ts/language-common'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contract, member, OPENS_A_DATABASE } from '../../packages/embedded/test/open-contract.ts'
import { openInstallation } from '../../tests/support/server/open-installation.ts'
import { isUsualPassword } from './usual-passwords.ts'

let ours: Contract
beforeAll(async () => {
  ours = await openInstallation()
}, OPENS_A_DATABASE.timeout)
afterAll(() => ours.close())

const refusal = { code: 'weak_password', status: 422, reasons: ['pwned'] }
const good = 'sieben rote Strandkörbe'

test('the list has more than the 3,000 most usual passwords that are long enough', () => {
  const longEnough = dictionary['passwords-common'].filter((password) => [...password].length >= 8)
  expect(longEnough.length).toBeGreaterThan(3_000)
})

test.each(['password', 'Password', '12345678', 'QWERTYUIOP', 'iloveyou1', 'passwort', 'hallo123'])(
  '%s is usual',
  async (password) => expect(await isUsualPassword(password)).toBe(true),
)

test('a random password is not', async () => expect(await isUsualPassword(good)).toBe(false))

test('a usual password is refused when signing up', async () => {
  const signUp = (email: string, password: string) => ours.guest().auth.signUp({ email, password })
  expect((await signUp('neu@gmx.de', 'Password1')).error).toMatchObject(refusal)
  expect((await signUp('neu@gmx.de', good)).error).toBeNull()
})

test('a usual password is refused as a new one, and so it is after recovery, which sets it the same way', async () => {
  const { client, email } = await member(ours)
  expect((await client.auth.updateUser({ password: 'Password1' })).error).toMatchObject(refusal)
  const { data } = await ours.service().auth.admin.generateLink({ type: 'recovery', email })
  const recovering = ours.guest()
  await recovering.auth.verifyOtp({ token_hash: data.properties?.hashed_token ?? '', type: 'recovery' })
  expect((await recovering.auth.updateUser({ password: 'Password1' })).error).toMatchObject(refusal)
  expect((await recovering.auth.updateUser({ password: good })).error).toBeNull()
})

test('the operator cannot set one either', async () => {
  const made = await ours.service().auth.admin.createUser({ email: 'team@gmx.de', password: 'Password1' })
  expect(made.error).toMatchObject(refusal)
})
