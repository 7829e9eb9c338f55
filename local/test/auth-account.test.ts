import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backend } from '../src/backend.ts'
import { type Contract, member, OPENS_A_DATABASE, openOurs, ownTargets } from './open-contract.ts'

/** What needs to read mails and to turn clocks, so it runs against our own backend only. */
let contract: Contract & { backend: Backend }
let serial = 0
const SITE = 'http://127.0.0.1:4999'
const password = 'ein langes Passwort'
const newAddress = () => `konto${Date.now()}${serial++}@gmx.de`

const mailTo = (address: string) => contract.backend.mailbox.list().find((mail) => mail.to === address)
const linkIn = (address: string) => /http\S+\/verify\S+/.exec(mailTo(address)?.text ?? '')?.[0] ?? ''
const codeIn = (address: string) => /Code ein: (\d{6})/.exec(mailTo(address)?.text ?? '')?.[1] ?? ''
const targetOf = async (link: string) =>
  new URL((await contract.fetch(new Request(link))).headers.get('location') ?? '')
const fragmentOf = async (link: string) => new URLSearchParams((await targetOf(link)).hash.slice(1))
const age = (table: string, column: string, by: string, id: string) =>
  contract.backend.query(`update auth.${table} set ${column} = ${column} - interval '${by}' where id = $1`, [id])

function pkceClient() {
  const store = new Map<string, string>()
  return createClient(SITE, contract.publishableKey, {
    auth: {
      flowType: 'pkce',
      autoRefreshToken: false,
      storage: {
        getItem: (key) => store.get(key) ?? null,
        setItem: (key, value) => void store.set(key, value),
        removeItem: (key) => void store.delete(key),
      },
    },
    global: { fetch: (input, init) => contract.fetch(new Request(input, init)) },
  })
}

describe.each(ownTargets())('Accounts on $name', ({ open }) => {
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  test('a session older than a day changes the password only with the code of a mail', async () => {
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
    expect(mailTo(email)?.subject).toBe('Dein Code für HoT')
    const nonce = codeIn(email)
    const wrong = await client.auth.updateUser({ password: wanted, nonce: nonce === '000000' ? '000001' : '000000' })
    expect([wrong.error?.status, wrong.error?.code]).toEqual([422, 'reauthentication_not_valid'])
    expect((await client.auth.updateUser({ password: wanted, nonce })).error).toBeNull()
    expect((await contract.guest().auth.signInWithPassword({ email, password: wanted })).error).toBeNull()
    const used = await client.auth.updateUser({ password: 'noch ein Passwort', nonce })
    expect(used.error?.code).toBe('reauthentication_not_valid')
  })

  test('signing in by mail: for members a link, for strangers a sign-up, for nobody by phone', async () => {
    const { email } = await member(contract)
    expect((await contract.guest().auth.signInWithOtp({ email })).error).toBeNull()
    expect(mailTo(email)?.subject).toBe('Dein Link zur Anmeldung bei HoT')
    const signedIn = await contract.guest().auth.verifyOtp({ email, token: codeIn(email), type: 'email' })
    expect(signedIn.data.user?.email).toBe(email)
    const stranger = newAddress()
    const closed = await contract.guest().auth.signInWithOtp({ email: stranger, options: { shouldCreateUser: false } })
    expect([closed.error?.status, closed.error?.code]).toEqual([422, 'otp_disabled'])
    expect((await contract.guest().auth.signInWithOtp({ email: stranger })).error).toBeNull()
    expect((await fragmentOf(linkIn(stranger))).get('type')).toBe('signup')
    const phone = await contract.guest().auth.signInWithOtp({ phone: '+4915112345678' })
    expect([phone.error?.status, phone.error?.code]).toEqual([400, 'phone_provider_disabled'])
  })

  test('a confirmation asked for again belongs to the browser that asked (PKCE)', async () => {
    const email = newAddress()
    await contract.guest().auth.signUp({ email, password })
    const client = pkceClient()
    const options = { emailRedirectTo: `${SITE}/auth/callback?next=%2Fstars` }
    expect((await client.auth.resend({ type: 'signup', email, options })).error).toBeNull()
    const target = await targetOf(linkIn(email))
    expect(target.searchParams.get('next')).toBe('/stars')
    const code = target.searchParams.get('code') ?? ''
    expect((await client.auth.exchangeCodeForSession(code)).data.user?.email).toBe(email)
    const replayed = await pkceClient().auth.exchangeCodeForSession(code)
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

  test('two tabs follow one link at once: the account is confirmed, one of them is told that the link is used', async () => {
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

  test('a sign-up sent twice makes one account', async () => {
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

  test('takes plus addresses and capitals as they are meant', async () => {
    const email = newAddress().replace('@', '+Sofa.2@')
    const { data, error } = await contract.guest().auth.signUp({ email: `  ${email.toUpperCase()} `, password })
    expect([error, data.user?.email]).toEqual([null, email.toLowerCase()])
    await targetOf(linkIn(email.toLowerCase()))
    expect((await contract.guest().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('passwords: 8 characters to 72 bytes, and not one byte more at the sign-in either', async () => {
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

  test('a ban of the account is honoured by every call of it', async () => {
    const { client, id, email, token } = await member(contract)
    await client.auth.resetPasswordForEmail(email)
    const link = linkIn(email)
    await contract.service().auth.admin.updateUserById(id, { ban_duration: '1h' })
    const calls = {
      password: await contract.guest().auth.signInWithPassword({ email, password }),
      user: await contract.guest().auth.getUser(token),
      refresh: await client.auth.refreshSession(),
      update: await client.auth.updateUser({ data: { a: 1 } }),
      reauthenticate: await client.auth.reauthenticate(),
      enroll: await client.auth.mfa.enroll({ factorType: 'totp' }),
    }
    for (const [call, { error }] of Object.entries(calls)) expect([call, error?.code]).toEqual([call, 'user_banned'])
    expect((await fragmentOf(link)).get('error_code')).toBe('user_banned')
    await contract.service().auth.admin.updateUserById(id, { ban_duration: 'none' })
    expect((await contract.guest().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('each sign-in has a session of its own, which knows device and address', async () => {
    const { email, id } = await member(contract)
    const signIn = (agent: string) =>
      contract.backend.fetch(
        new Request(`${SITE}/auth/v1/token?grant_type=password`, {
          method: 'POST',
          headers: { apikey: contract.publishableKey, 'user-agent': agent, 'x-forwarded-for': '203.0.113.9' },
          body: JSON.stringify({ email, password }),
        }),
        { remoteAddress: '::ffff:192.0.2.44' },
      )
    const first = (await (await signIn('Tablet')).json()) as { refresh_token: string }
    await signIn('Fernseher')
    await contract.guest().auth.refreshSession(first)
    const rows = await contract.backend.query(
      'select user_agent, host(ip) as ip from auth.sessions where user_id = $1 order by created_at',
      [id],
    )
    expect(rows).toHaveLength(3)
    expect(rows[2]).toEqual({ user_agent: 'Fernseher', ip: '192.0.2.44' })
  })

  test('the operator hands out links, invites, and signs members out', async () => {
    const { admin } = contract.service().auth
    const email = newAddress()
    const before = contract.backend.mailbox.list().length
    const link = await admin.generateLink({ type: 'invite', email, options: { redirectTo: `${SITE}/auth/callback` } })
    expect(link.data.properties).toMatchObject({ verification_type: 'invite', redirect_to: `${SITE}/auth/callback` })
    expect(contract.backend.mailbox.list()).toHaveLength(before)
    expect((await fragmentOf(link.data.properties?.action_link ?? '')).get('type')).toBe('invite')
    expect((await contract.guest().auth.signInWithPassword({ email, password: '' })).error).not.toBeNull()
    expect((await admin.generateLink({ type: 'recovery', email: newAddress() })).error?.code).toBe('user_not_found')
    expect((await admin.generateLink({ type: 'invite', email })).error?.code).toBe('email_exists')

    const guest = newAddress()
    expect((await admin.inviteUserByEmail(guest)).data.user?.invited_at).toBeTruthy()
    expect(mailTo(guest)?.subject).toBe('Komm zu HoT')
    expect((await contract.guest().auth.admin.inviteUserByEmail(newAddress())).error?.code).toBe('not_admin')

    const person = await member(contract)
    expect((await admin.signOut(person.token, 'global')).error).toBeNull()
    expect((await person.client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')

    const moved = newAddress()
    const change = { type: 'email_change_new', email: person.email, newEmail: moved } as const
    const changeLink = await admin.generateLink(change)
    expect((await fragmentOf(changeLink.data.properties?.action_link ?? '')).get('message')).toContain('Please proceed')
    expect((await admin.updateUserById(person.id, { email: guest })).error?.code).toBe('email_exists')
  })

  test('a link that was used, is too old or was never made leads back with an error', async () => {
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

  test('asks the hook before an account is made, and keeps what the hook records', OPENS_A_DATABASE, async () => {
    const own = await openOurs()
    try {
      await own.backend.exec(`create table public.refused (email text, ip text);
      create function private.before_user_created(event jsonb) returns jsonb language plpgsql security definer as $$
      begin
        if event -> 'user' ->> 'email' not like '%@web.de' then return '{}'; end if;
        insert into public.refused values (event -> 'user' ->> 'email', event -> 'metadata' ->> 'ip_address');
        return '{"error": {"http_code": 403, "message": "Signup not allowed"}}';
      end $$;
      grant usage on schema private to supabase_auth_admin;
      create function private.keep_domain() returns trigger language plpgsql as $$
      begin
        if new.email_change like '%@web.de' then
          raise exception 'E-Mail nicht erlaubt' using errcode = '23514', hint = 'email_domain_not_allowed';
        end if;
        return new;
      end $$;
      create trigger keep_domain before update on auth.users for each row execute function private.keep_domain();`)
      for (const attempt of [
        () => own.guest().auth.signUp({ email: 'nein@web.de', password }),
        () => own.guest().auth.signInWithOtp({ email: 'nein@web.de' }),
        () => own.service().auth.admin.inviteUserByEmail('nein@web.de'),
      ]) {
        const { error } = await attempt()
        expect([error?.status, error?.code, error?.message]).toEqual([403, 'unknown', 'Signup not allowed'])
      }
      expect(await own.backend.query('select * from public.refused')).toHaveLength(3)
      expect(await own.backend.query('select from auth.users')).toHaveLength(0)
      const { client } = await member(own)
      const { error } = await client.auth.updateUser({ email: 'nein@web.de' })
      expect([error?.status, error?.code, error?.message]).toEqual([
        422,
        'email_domain_not_allowed',
        'E-Mail nicht erlaubt',
      ])
    } finally {
      await own.close()
    }
  })
})
