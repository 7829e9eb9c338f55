import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contract, member, OPENS_A_DATABASE } from '../../packages/embedded/test/open-contract.ts'
import { openInstallation } from '../../tests/support/server/open-installation.ts'
import type { EmbeddedBackend } from './embedded-backend.ts'

/** A change of address: who may ask for it, who is told, and how it is stopped. */
let ours: Contract & { backend: EmbeddedBackend }
let serial = 0
const newAddress = () => `neu${Date.now()}${serial++}@gmx.de`

beforeAll(async () => {
  ours = await openInstallation()
}, OPENS_A_DATABASE.timeout)
afterAll(() => ours.close())

const mailsTo = (address: string) => ours.backend.mailbox.list().filter(({ to }) => to === address)
const tokenIn = (address: string) => /token_hash=(\w+)/.exec(mailsTo(address)[0]?.text ?? '')?.[1] ?? ''
const confirm = (address: string) => ours.guest().auth.verifyOtp({ token_hash: tokenIn(address), type: 'email_change' })
const stop = async (token: string) => {
  const answer = await ours.fetch(
    new Request(`${ours.url}/auth/v1/email_change/stop`, {
      method: 'POST',
      headers: { apikey: ours.publishableKey },
      body: JSON.stringify({ token_hash: token }),
    }),
  )
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const addressOf = async (id: string) =>
  (await ours.backend.query('select email, email_change from auth.users where id = $1', [id]))[0]
const age = (id: string, minutes: number) =>
  ours.backend.query(
    `update auth.mfa_amr_claims set updated_at = updated_at - make_interval(mins => $2)
      where session_id in (select s.id from auth.sessions s where s.user_id = $1)`,
    [id, minutes],
  )
const prove = (id: string, method: string) =>
  ours.backend.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       select gen_random_uuid(), s.id, now(), now(), $2 from auth.sessions s where s.user_id = $1
       on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [id, method],
  )

test.each([
  ['password', true],
  ['passkey', true],
  ['totp', true],
  ['mfa/webauthn', true],
  ['oauth', true],
  ['otp', false],
  ['recovery', false],
] as const)('a session alone does not move the account; proven just now by %s: %s', async (method, may) => {
  const { client, id, email } = await member(ours)
  await age(id, 11)
  const wanted = newAddress()
  const refused = await client.auth.updateUser({ email: wanted })
  expect([refused.error?.status, refused.error?.code]).toEqual([400, 'reauthentication_needed'])
  expect(mailsTo(email)).toEqual([])
  await prove(id, method)
  const asked = await client.auth.updateUser({ email: wanted })
  expect(asked.error?.code).toBe(may ? undefined : 'reauthentication_needed')
  expect(await addressOf(id)).toEqual({ email, email_change: may ? wanted : '' })
})

test('an account without a password proves itself by the mail that signs it in', async () => {
  const { client, id } = await member(ours)
  await ours.backend.query(`update auth.users set encrypted_password = '' where id = $1`, [id])
  await age(id, 11)
  expect((await client.auth.updateUser({ email: newAddress() })).error?.code).toBe('reauthentication_needed')
  await prove(id, 'otp')
  expect((await client.auth.updateUser({ email: newAddress() })).error).toBeNull()
})

test('the old address is told when the change was asked for, and again when it is done', async () => {
  const { client, id, email } = await member(ours)
  const wanted = newAddress()
  await client.auth.updateUser({ email: wanted })
  expect(mailsTo(email)[0]?.html).toContain('act=stop')
  for (const address of [wanted, email]) expect((await confirm(address)).error).toBeNull()
  expect(await addressOf(id)).toEqual({ email: wanted, email_change: '' })
  await ours.backend.idle()
  expect(mailsTo(email)[0]).toMatchObject({
    subject: 'Deine E-Mail-Adresse bei HoT ist geändert',
    text: expect.stringContaining(`eine andere E-Mail-Adresse als ${email}`),
  })
})

test('the mail to the old address stops the change and ends every session, even after the new one has agreed', async () => {
  const { client, id, email, token } = await member(ours)
  const wanted = newAddress()
  await client.auth.updateUser({ email: wanted })
  expect((await confirm(wanted)).error).toBeNull()
  expect(await stop(tokenIn(email))).toEqual({ status: 200, body: { sessions_ended: true } })
  expect(await addressOf(id)).toEqual({ email, email_change: '' })
  // So auth-js names the answer session_not_found.
  expect((await ours.guest().auth.getUser(token)).error?.name).toBe('AuthSessionMissingError')
  expect((await confirm(email)).error?.code).toBe('otp_expired')
  expect((await stop(tokenIn(email))).status).toBe(403)
})

test('whoever gets the mail at the new address can stop it too, and signs nobody out', async () => {
  const { client, id, email, token } = await member(ours)
  const wanted = newAddress()
  await client.auth.updateUser({ email: wanted })
  expect(await stop(tokenIn(wanted))).toEqual({ status: 200, body: { sessions_ended: false } })
  expect((await ours.guest().auth.getUser(token)).error).toBeNull()
  for (const address of [email, wanted]) expect((await confirm(address)).error?.code).toBe('otp_expired')
  expect(await addressOf(id)).toEqual({ email, email_change: '' })
})

test('an invented or old token stops nothing', async () => {
  const { client, id, email } = await member(ours)
  const wanted = newAddress()
  await client.auth.updateUser({ email: wanted })
  expect(await stop('a'.repeat(64))).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } })
  await ours.backend.query(
    `update auth.users set email_change_sent_at = email_change_sent_at - interval '61 minutes' where id = $1`,
    [id],
  )
  expect((await stop(tokenIn(email))).status).toBe(403)
  expect(await addressOf(id)).toEqual({ email, email_change: wanted })
})

test('neither does removing a way of signing in move the account without a proof', async () => {
  const { client, id, email } = await member(ours)
  const other = newAddress()
  await ours.backend.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
       values ('subject ' || $1, $1::uuid, jsonb_build_object('sub', 'subject', 'email', $2::text, 'email_verified', true), 'google', now(), now())`,
    [id, other],
  )
  const { data } = await client.auth.getUserIdentities()
  const mail = data?.identities.find(({ provider }) => provider === 'email')
  if (!mail) throw new Error('no identity by mail')
  await age(id, 11)
  expect((await client.auth.unlinkIdentity(mail)).error?.code).toBe('reauthentication_needed')
  expect(await addressOf(id)).toMatchObject({ email })
  await prove(id, 'password')
  expect((await client.auth.unlinkIdentity(mail)).error).toBeNull()
  expect(await addressOf(id)).toMatchObject({ email: other })
  await ours.backend.idle()
  expect(mailsTo(email)[0]?.subject).toBe('Deine E-Mail-Adresse bei HoT ist geändert')
})
