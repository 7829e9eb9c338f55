import type { Backend } from '@hot/embedded'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountMails } from './account-mails.ts'
import { type Contract, OPENS_A_DATABASE, openOurs } from './open-contract.ts'
import { oauthClient } from './openid/oauth-client.ts'

/** What needs to read mails and to turn clocks, so it runs against our own backend only. */
let contract: Contract & { backend: Backend }
let serial = 0
const SITE = 'http://127.0.0.1:4999'
const password = 'ein langes Passwort'
const newAddress = () => `neu${Date.now()}${serial++}@gmx.de`

beforeAll(async () => {
  contract = await openOurs({ siteUrl: SITE })
})
afterAll(() => contract?.close())

const { mailTo, linkIn, codeIn } = accountMails(() => contract)
const follow = async (link: string) => {
  const answer = await contract.fetch(new Request(link))
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '')
}

test('registers, confirms by the link of the mail and signs in (PKCE)', async () => {
  const client = oauthClient(contract)
  const email = newAddress()
  const signedUp = await client.auth.signUp({
    email,
    password,
    options: { emailRedirectTo: `${SITE}/auth/callback?next=%2Fstars`, data: { invite: 'ABC' } },
  })
  expect(signedUp.error).toBeNull()
  expect(signedUp.data.session).toBeNull()
  expect(signedUp.data.user).toMatchObject({
    email,
    user_metadata: { invite: 'ABC', email_verified: false },
    identities: [{ provider: 'email' }],
  })
  expect(signedUp.data.user?.confirmation_sent_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed')

  expect(mailTo(email)?.subject).toBe('Confirm your sign-up')
  const target = await follow(linkIn(email))
  expect(target.origin + target.pathname).toBe(`${SITE}/auth/callback`)
  expect(target.searchParams.get('next')).toBe('/stars')
  expect(target.hash).toBe('')
  const exchanged = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
  expect(exchanged.data.user?.email_confirmed_at).toBeTruthy()
  expect(exchanged.data.user?.user_metadata).toMatchObject({ email_verified: true })
  expect((await contract.guest().auth.signInWithPassword({ email, password })).error).toBeNull()

  const again = await follow(linkIn(email))
  expect(again.searchParams.get('error_code')).toBe('otp_expired')
  expect(again.searchParams.get('error')).toBe('access_denied')
})

test('a code exchange needs the verifier of the client that began', async () => {
  const [mine, other] = [oauthClient(contract), oauthClient(contract)]
  const email = newAddress()
  await mine.auth.signUp({ email, password })
  await other.auth.signUp({ email: newAddress(), password })
  const code = (await follow(linkIn(email))).searchParams.get('code') ?? ''
  expect((await other.auth.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier')
  expect((await mine.auth.exchangeCodeForSession(code)).error).toBeNull()
  expect((await contract.backend.query('select from auth.flow_state where auth_code = $1', [code])).length).toBe(0)
})

test('confirms by link in the implicit flow and by the typed code', async () => {
  const byLink = newAddress()
  await contract.guest().auth.signUp({ email: byLink, password })
  const fragment = new URLSearchParams((await follow(linkIn(byLink))).hash.slice(1))
  expect([...fragment.keys()].sort()).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'token_type',
    'type',
  ])
})

test('a typed code signs in as the link does, and ends a change of the address', async () => {
  const { admin } = contract.service().auth
  const byCode = newAddress()
  const signedUp = await admin.generateLink({ type: 'signup', email: byCode, password })
  const wrong = await contract.guest().auth.verifyOtp({ email: byCode, token: '000000', type: 'signup' })
  expect([wrong.error?.status, wrong.error?.code]).toEqual([403, 'otp_expired'])
  const code = signedUp.data.properties?.email_otp ?? ''
  const right = await contract.guest().auth.verifyOtp({ email: byCode, token: code, type: 'email' })
  expect(right.data.session?.user.email).toBe(byCode)
  const again = await contract.guest().auth.verifyOtp({ email: byCode, token: code, type: 'email' })
  expect([again.error?.status, again.error?.message]).toEqual([403, 'Token has expired or is invalid'])

  // A mail of the PKCE flow carries a code as well, which is good in every browser.
  await oauthClient(contract).auth.resetPasswordForEmail(byCode)
  const typed = await contract.guest().auth.verifyOtp({ email: byCode, token: codeIn(byCode), type: 'recovery' })
  expect(typed.data.user?.email).toBe(byCode)
})

test('says of a confirmed address that it is registered, and of others nothing', async () => {
  const email = newAddress()
  await contract.guest().auth.signUp({ email, password })
  await follow(linkIn(email))
  const mails = contract.backend.mailbox.list().length
  const again = await contract.guest().auth.signUp({ email, password: 'ein anderes Passwort' })
  expect([again.error?.status, again.error?.code, again.error?.message]).toEqual([
    422,
    'user_already_exists',
    'User already registered',
  ])
  expect((await contract.guest().auth.resetPasswordForEmail('niemand@gmx.de')).error).toBeNull()
  expect((await contract.guest().auth.resend({ email: 'niemand@gmx.de', type: 'signup' })).error).toBeNull()
  expect(contract.backend.mailbox.list()).toHaveLength(mails)
})

test('recovers a forgotten password and ends other sessions', async () => {
  const email = newAddress()
  const { data } = await contract.service().auth.admin.createUser({ email, password, email_confirm: true })
  const elsewhere = contract.guest()
  await elsewhere.auth.signInWithPassword({ email, password })
  const client = oauthClient(contract)
  await client.auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/auth/callback` })
  const code = (await follow(linkIn(email))).searchParams.get('code') ?? ''
  expect((await client.auth.exchangeCodeForSession(code)).data.user?.id).toBe(data.user?.id)
  expect((await client.auth.updateUser({ password: 'ein neues Passwort' })).error).toBeNull()
  expect((await elsewhere.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
})

test('changes the address only when both agree', async () => {
  const [email, wanted] = [newAddress(), newAddress()]
  await contract.service().auth.admin.createUser({ email, password, email_confirm: true })
  const client = contract.guest()
  await client.auth.signInWithPassword({ email, password })
  const asked = await client.auth.updateUser({ email: wanted })
  expect(asked.data.user).toMatchObject({ email, new_email: wanted })
  expect(new URLSearchParams((await follow(linkIn(wanted))).hash.slice(1)).get('message')).toContain('Please proceed')
  expect((await client.auth.getUser()).data.user?.email).toBe(email)
  await follow(linkIn(email))
  expect((await client.auth.getUser()).data.user?.email).toBe(wanted)
  expect((await contract.guest().auth.signInWithPassword({ email: wanted, password })).error).toBeNull()
})

test.each([
  'https://example.org/auth/callback',
  '//example.org',
  'http://127.0.0.1:4999@example.org/',
  'http://127.0.0.1:4999.example.org/',
  'javascript:alert(1)',
  'http://127.0.0.1:5000/',
  'https://127.0.0.1:4999/',
  'http://127.0.0.1:4999\\@example.org',
  '/\\example.org',
])('a link never leads to %s', async (hostile) => {
  const email = newAddress()
  await contract.guest().auth.signUp({ email, password, options: { emailRedirectTo: hostile } })
  const altered = new URL(linkIn(email))
  altered.searchParams.set('redirect_to', hostile)
  expect((await follow(altered.href)).origin).toBe(SITE)
})

test('a link is valid for an hour', async () => {
  const email = newAddress()
  await contract.guest().auth.signUp({ email, password })
  await contract.backend.query(
    `update auth.users set confirmation_sent_at = now() - interval '61 minutes' where email = $1`,
    [email],
  )
  expect(new URLSearchParams((await follow(linkIn(email))).hash.slice(1)).get('error_code')).toBe('otp_expired')
})

test(
  'answers GoTrue’s words when a trigger of ours refuses the account, and logs nothing of it',
  OPENS_A_DATABASE,
  async () => {
    const lines: string[] = []
    const own = await openOurs({ log: (line) => lines.push(line) })
    try {
      await own.backend.exec(`create function private.refuse() returns trigger language plpgsql as $$
      begin raise exception 'mail domain % refused', new.email using hint = 'mail_domain'; end $$;
      create trigger refuse before insert on auth.users for each row execute function private.refuse();`)
      const answer = await own.guest().auth.signUp({ email: 'geheim@gmx.de', password })
      expect([answer.error?.status, answer.error?.message]).toEqual([500, 'Database error saving new user'])
      expect(lines.join('\n')).toContain('P0001')
      expect(lines.join('\n')).not.toContain('geheim')
    } finally {
      await own.close()
    }
  },
)
