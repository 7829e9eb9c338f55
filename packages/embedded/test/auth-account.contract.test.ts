import type { Backend } from '@hot/embedded'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountMails } from './account-mails.ts'
import { type Contract, member, ownTargets } from './open-contract.ts'
import { oauthClient } from './openid/oauth-client.ts'

/** These tests read mails and set clocks, so they run against our own backend only. */
let contract: Contract & { backend: Backend }
let serial = 0
const SITE = 'http://127.0.0.1:4999'
const password = 'ein langes Passwort'
const newAddress = () => `konto${Date.now()}${serial++}@gmx.de`
const { mailTo, linkIn, codeIn, targetOf, fragmentOf } = accountMails(() => contract)
const age = (table: string, column: string, by: string, id: string) =>
  contract.backend.query(`update auth.${table} set ${column} = ${column} - interval '${by}' where id = $1`, [id])

describe.each(ownTargets())('Accounts on $name', ({ open }) => {
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  test('says that phones are no way to sign in, instead of forgetting one silently', async () => {
    const { client } = await member(contract)
    const { error } = await client.auth.updateUser({ phone: '+49151000000' })
    expect([error?.status, error?.code]).toEqual([400, 'phone_provider_disabled'])
  })

  test('a session older than a day needs a mailed code to change the password', async () => {
    const { client, email } = await member(contract)
    const sessionId = JSON.parse(
      Buffer.from(
        (await client.auth.getSession()).data.session?.access_token.split('.')[1] ?? '',
        'base64url',
      ).toString(),
    ).session_id as string
    await age('sessions', 'created_at', '25 hours', sessionId)
    const wanted = 'ein neues Passwort'
    const refused = await client.auth.updateUser({ password: wanted })
    expect([refused.error?.status, refused.error?.code]).toEqual([400, 'reauthentication_needed'])
    expect((await client.auth.reauthenticate()).error).toBeNull()
    expect(mailTo(email)?.subject).toBe('Your confirmation code')
    const nonce = codeIn(email)
    const wrong = await client.auth.updateUser({ password: wanted, nonce: nonce === '000000' ? '000001' : '000000' })
    expect([wrong.error?.status, wrong.error?.code]).toEqual([422, 'reauthentication_not_valid'])
    expect((await client.auth.updateUser({ password: wanted, nonce })).error).toBeNull()
    expect((await contract.guest().auth.signInWithPassword({ email, password: wanted })).error).toBeNull()
    const used = await client.auth.updateUser({ password: 'noch ein Passwort', nonce })
    expect(used.error?.code).toBe('reauthentication_not_valid')
  })

  test('signing in by mail: a link for members, a sign-up for strangers, nothing by phone', async () => {
    const { email } = await member(contract)
    expect((await contract.guest().auth.signInWithOtp({ email })).error).toBeNull()
    expect(mailTo(email)?.subject).toBe('Your sign-in link')
    const signedIn = await contract.guest().auth.verifyOtp({ email, token: codeIn(email), type: 'email' })
    expect(signedIn.data.user?.email).toBe(email)
    const stranger = newAddress()
    const closed = await contract.guest().auth.signInWithOtp({ email: stranger, options: { shouldCreateUser: false } })
    // GoTrue answers 422 here, which reveals who has an account.
    expect(closed.error).toBeNull()
    expect(mailTo(stranger)).toBeUndefined()
    expect((await contract.guest().auth.signInWithOtp({ email: stranger })).error).toBeNull()
    expect((await fragmentOf(linkIn(stranger))).get('type')).toBe('signup')
    const phone = await contract.guest().auth.signInWithOtp({ phone: '+4915112345678' })
    expect([phone.error?.status, phone.error?.code]).toEqual([400, 'phone_provider_disabled'])
  })

  test('a confirmation requested again belongs to the browser that requested it (PKCE)', async () => {
    const email = newAddress()
    await contract.guest().auth.signUp({ email, password })
    const client = oauthClient(contract)
    const options = { emailRedirectTo: `${SITE}/auth/callback?next=%2Fstars` }
    expect((await client.auth.resend({ type: 'signup', email, options })).error).toBeNull()
    const target = await targetOf(linkIn(email))
    expect(target.searchParams.get('next')).toBe('/stars')
    const code = target.searchParams.get('code') ?? ''
    expect((await client.auth.exchangeCodeForSession(code)).data.user?.email).toBe(email)
    const replayed = await oauthClient(contract).auth.exchangeCodeForSession(code)
    expect(replayed.error).not.toBeNull()
    const answer = await contract.fetch(
      new Request(`${SITE}/auth/v1/token?grant_type=pkce`, {
        method: 'POST',
        headers: { apikey: contract.publishableKey },
        body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(50) }),
      }),
    )
    expect([answer.status, await answer.json()]).toEqual([
      404,
      expect.objectContaining({ error_code: 'flow_state_not_found' }),
    ])
  })

  test('two tabs open one link at once: the account is confirmed, one tab is told that the link was used', async () => {
    const email = newAddress()
    await contract.guest().auth.signUp({ email, password })
    const link = linkIn(email)
    const [one, two] = await Promise.all([fragmentOf(link), fragmentOf(link)])
    const errors = [one, two].map((fragment) => fragment?.get('error_code'))
    expect(errors.sort()).toEqual(['otp_expired', null].sort())
    expect((await contract.guest().auth.signInWithPassword({ email, password })).error).toBeNull()
    const sessions = await contract.backend.query(
      'select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
      [email],
    )
    expect(sessions).toHaveLength(2)
  })

  test('a sign-up sent twice creates one account', async () => {
    const email = newAddress()
    const answers = await Promise.all([1, 2].map(() => contract.guest().auth.signUp({ email, password })))
    expect(answers.map(({ error }) => error)).toEqual([null, null])
    expect(new Set(answers.map(({ data }) => data.user?.id)).size).toBe(1)
  })

  test.each([
    ['umlaut.domäne@müller.de', 400, 'validation_failed'],
    ['ｖｏｌｌ@gmx.de', 400, 'validation_failed'],
    ['\u212Aelvin@gmx.de', 400, 'validation_failed'],
    ['a@gmx.de\r\nBcc: b@gmx.de', 400, 'validation_failed'],
    ['a b@gmx.de', 400, 'validation_failed'],
    ['@gmx.de', 400, 'validation_failed'],
    ['a@-gmx.de', 400, 'validation_failed'],
    [`${'a'.repeat(250)}@gmx.de`, 400, 'validation_failed'],
  ])('refuses the address %j', async (email, status, code) => {
    const { error } = await contract.guest().auth.signUp({ email, password })
    expect([error?.status, error?.code]).toEqual([status, code])
  })

  test('accepts plus addresses and capitals', async () => {
    const email = newAddress().replace('@', '+Sofa.2@')
    const { data, error } = await contract.guest().auth.signUp({ email: `  ${email.toUpperCase()} `, password })
    expect([error, data.user?.email]).toEqual([null, email.toLowerCase()])
    await targetOf(linkIn(email.toLowerCase()))
    expect((await contract.guest().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('passwords have 8 characters to 72 bytes, at sign-in too', async () => {
    const longest = `${'ä'.repeat(35)}12`
    const email = newAddress()
    const tooLong = await contract.guest().auth.signUp({ email, password: `${longest}3` })
    expect([tooLong.error?.status, tooLong.error?.code, tooLong.error?.message]).toEqual([
      400,
      'validation_failed',
      'Password cannot be longer than 72 characters',
    ])
    const short = await contract.guest().auth.signUp({ email, password: '1234567' })
    expect([short.error?.status, short.error?.code]).toEqual([422, 'weak_password'])
    await contract.service().auth.admin.createUser({ email, password: longest, email_confirm: true })
    expect((await contract.guest().auth.signInWithPassword({ email, password: longest })).error).toBeNull()
    const more = await contract.guest().auth.signInWithPassword({ email, password: `${longest}3` })
    expect(more.error?.code).toBe('invalid_credentials')
  })

  test('a used, expired or invented link redirects with an error', async () => {
    const email = newAddress()
    const { data } = await contract.guest().auth.signUp({ email, password })
    const link = linkIn(email)
    await age('users', 'confirmation_sent_at', '61 minutes', data.user?.id ?? '')
    const expired = await fragmentOf(link)
    expect([expired.get('error'), expired.get('error_code')]).toEqual(['access_denied', 'otp_expired'])
    const made = new URL(link)
    made.searchParams.set('token', 'a'.repeat(56))
    expect((await fragmentOf(made.href)).get('error_code')).toBe('otp_expired')
    made.searchParams.delete('type')
    expect((await fragmentOf(made.href)).get('error_code')).toBe('validation_failed')
  })
})
