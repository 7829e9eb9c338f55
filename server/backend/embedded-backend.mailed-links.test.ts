import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contract, LOOSE_RATES, member, OPENS_A_DATABASE } from '../../packages/embedded/test/open-contract.ts'
import { openInstallation } from '../../tests/support/server/open-installation.ts'
import type { EmbeddedBackend } from './embedded-backend.ts'

/** HoT's mails: what opening them does, and whose account it is after a press. */
let ours: Contract & { backend: EmbeddedBackend }
let serial = 0
const own = 'ein langes Passwort'
const strangers = 'das Passwort von jemand anderem'
const newAddress = () => `post${Date.now()}${serial++}@gmx.de`

beforeAll(async () => {
  // A sign-up may use two of three mails to one mailbox: a stranger uses them up.
  ours = await openInstallation({ rates: { ...LOOSE_RATES, mailsTo: { times: 3, seconds: 3600 } } })
}, OPENS_A_DATABASE.timeout)
afterAll(() => ours.close())

const mailTo = (address: string) => {
  const mail = ours.backend.mailbox.list().find(({ to }) => to === address)
  if (!mail) throw new Error(`no mail to ${address}`)
  return mail
}
const linksIn = (address: string) =>
  [...mailTo(address).html.matchAll(/href="([^"]+)"/g)].map(
    ([, href = '']) => new URL(href.replaceAll('&amp;', '&').replaceAll('&#38;', '&')),
  )
/** The token of the mail's button. */
const tokenIn = (address: string) => {
  const link = linksIn(address).find(({ hash }) => hash !== '')
  return new URLSearchParams(link?.hash.slice(1)).get('token_hash') ?? ''
}
const codeIn = (address: string) => /\b\d{6}\b/.exec(mailTo(address).text)?.[0] ?? ''

const post = async (path: string, body: object, token?: string) => {
  const headers = { apikey: ours.publishableKey, ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const answer = await ours.fetch(
    new Request(`${ours.url}/auth/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  const text = await answer.text()
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> }
}
const passwordWorks = async (email: string, password: string) =>
  (await ours.guest().auth.signInWithPassword({ email, password })).error === null

/** A sign-up from a browser that keeps this verifier. */
const signUp = (email: string, password: string, verifier: string, path = '/signup') =>
  post(path, {
    email,
    password,
    type: 'signup',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 's256',
  })
const press = (email: string, verifier?: string) =>
  post('/verify', { token_hash: tokenIn(email), type: 'signup', ...(verifier ? { code_verifier: verifier } : {}) })

const here = 'der-browser-in-dem-das-passwort-getippt-wurde-1'
const there = 'ein-anderer-browser-mit-einem-anderen-geheimnis-2'

test.each(['recovery', 'magiclink'] as const)(
  'a program that opens everything in a mail (%s) changes nothing: neither link nor code is used up',
  async (type) => {
    const { email } = await member(ours)
    const ask = () =>
      type === 'recovery' ? ours.guest().auth.resetPasswordForEmail(email) : ours.guest().auth.signInWithOtp({ email })
    const sessions = () =>
      ours.backend.query('select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1', [
        email,
      ])
    await ask()
    const before = await sessions()
    for (const method of ['HEAD', 'GET', 'GET'])
      for (const link of linksIn(email)) {
        // A token that a server sees is one that opening uses up, and that logs keep.
        expect(link.pathname + link.search).not.toContain(tokenIn(email))
        await ours.fetch(new Request(link, { method }))
      }
    expect(await sessions()).toEqual(before)
    const byCode = await ours
      .guest()
      .auth.verifyOtp({ email, token: codeIn(email), type: type === 'recovery' ? type : 'email' })
    expect(byCode.error).toBeNull()
    await ask()
    const byLink = await ours.guest().auth.verifyOtp({ token_hash: tokenIn(email), type })
    expect(byLink.error).toBeNull()
  },
)

test('who presses a link that has confirmed the address is told so; who invents one is not', async () => {
  const email = newAddress()
  await signUp(email, own, here)
  expect((await press(email, here)).status).toBe(200)
  expect(await press(email, here)).toMatchObject({ status: 403, body: { error_code: 'email_already_confirmed' } })
  const invented = await post('/verify', { token_hash: 'a'.repeat(64), type: 'signup' })
  expect(invented).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } })
})

test('the password of a sign-up counts when its own browser confirms, also after the mail was sent again', async () => {
  const email = newAddress()
  await signUp(email, own, here)
  await signUp(email, own, there, '/resend')
  const { body } = await press(email, here)
  expect(body.password_missing).toBeUndefined()
  expect(await passwordWorks(email, own)).toBe(true)
})

test.each([
  ['no verifier', undefined],
  ['the verifier of who had the mail sent again', there],
])('confirmed with %s, the address is confirmed and the password of the sign-up is gone', async (_, verifier) => {
  const email = newAddress()
  await signUp(email, strangers, here)
  await signUp(email, strangers, there, '/resend')
  const { status, body } = await press(email, verifier)
  expect([status, body.password_missing]).toEqual([200, true])
  expect(await passwordWorks(email, strangers)).toBe(false)
  const client = ours.guest()
  await client.auth.setSession({ access_token: String(body.access_token), refresh_token: String(body.refresh_token) })
  expect((await client.auth.updateUser({ password: own })).error).toBeNull()
  expect([await passwordWorks(email, own), await passwordWorks(email, strangers)]).toEqual([true, false])
})

test('a stranger who uses up the mails of an address has nothing of it when the owner follows one', async () => {
  const email = newAddress()
  for (const _ of [1, 2]) expect((await signUp(email, strangers, there)).status).toBe(200)
  const refused = await signUp(email, own, here)
  expect([refused.status, refused.body.error_code]).toEqual([429, 'over_email_send_rate_limit'])
  const [waiting] = await ours.backend.query('select encrypted_password from auth.users where email = $1', [email])
  expect(waiting).toEqual({ encrypted_password: '' })
  const { status, body } = await press(email, here)
  expect([status, body.password_missing]).toEqual([200, true])
  expect([await passwordWorks(email, strangers), await passwordWorks(email, own)]).toEqual([false, false])
})

test('what a provider that has not verified the address left at the account is gone as well', async () => {
  const email = newAddress()
  await signUp(email, strangers, there)
  await ours.backend.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
       select 'subject ' || id, id, jsonb_build_object('sub', 'subject', 'email', email), 'google', now(), now()
         from auth.users where email = $1`,
    [email],
  )
  await press(email)
  const identities = await ours.backend.query(
    'select i.provider from auth.identities i join auth.users u on u.id = i.user_id where u.email = $1',
    [email],
  )
  expect(identities).toEqual([{ provider: 'email' }])
})
