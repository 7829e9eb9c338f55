import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contract, member, OPENS_A_DATABASE } from '../../packages/embedded/test/open-contract.ts'
import { openInstallation } from '../../tests/support/server/open-installation.ts'
import type { EmbeddedBackend } from './embedded-backend.ts'
import { isUsualPassword } from './usual-passwords.ts'

let ours: Contract & { backend: EmbeddedBackend }
beforeAll(async () => {
  ours = await openInstallation()
}, OPENS_A_DATABASE.timeout)
afterAll(() => ours.close())

const refusal = { code: 'weak_password', status: 422, reasons: ['pwned'] }
const good = 'sieben rote Strandkörbe'

const address = 'kim.mustermann@gmx.de'
const about = [address, 'Nudelholz']

test.each([
  ...['password', 'Password1', '12345678', 'QWERTYUIOP', 'iloveyou1', 'passwort', 'hallo123'],
  ...['aaaaaaaa', '00000000', '88888888', 'abcdefgh', '87654321', '123123123', 'qwertzuiop', 'asdfghjkl', '11.11.2011'],
  ...['passwort123', 'Passwort1!', 'hallo1234', 'geheim123', 'Sommer2024!', 'Berlin1234', 'Mausi1987', 'hundkatze'],
  ...['dschungelcamp', 'Dschungelcamp2025', 'bachelor2024', 'trashtalk1', 'IchLiebeDich'],
  ...[
    address,
    address.toUpperCase(),
    'kim.mustermann',
    'mustermann1',
    'Nudelholz99',
    'n.u.d.e.l.holz'.replaceAll('.', ''),
  ],
  'a'.repeat(72),
])('%s is guessed soon', async (password) => expect(await isUsualPassword(password, about)).toBe(true))

test.each([
  ...[good, 'ein langes Passwort', 'blauer Elefant tanzt', 'Regenschirm Tanne', 'mond apfel tisch', 'Kaffeetasse grün'],
  ...['correct horse battery staple', 'Xk7pQ2vm', 'x9!Lw0qZr4', 'Kims Elefant mag Rhabarber', '💩🔥🦄🍕🎉🚀🌈🐙'],
])('%s is not', async (password) => expect(await isUsualPassword(password, about)).toBe(false))

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

test('nobody takes the own address or nickname as a password', async () => {
  const { client, id, email } = await member(ours)
  await ours.backend.query('update public.profiles set nickname = $2 where id = $1', [id, 'Rhabarberkuchen7'])
  for (const password of [email, email.split('@')[0] ?? '', 'rhabarberkuchen7', 'Rhabarberkuchen7!'])
    expect((await client.auth.updateUser({ password })).error).toMatchObject(refusal)
  const fresh = 'annegret.sauerbier@gmx.de'
  expect((await ours.guest().auth.signUp({ email: fresh, password: fresh })).error).toMatchObject(refusal)
})

test('the operator cannot set one either', async () => {
  const made = await ours.service().auth.admin.createUser({ email: 'team@gmx.de', password: 'Password1' })
  expect(made.error).toMatchObject(refusal)
})
