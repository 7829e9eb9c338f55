import { createHash, randomBytes } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, contractTargets, member } from './open-contract.ts'

/** Asserted against supabase/auth: internal/api/*.go and internal/api/apierrors/errorcode.go. */
describe.each(contractTargets())('Auth on $name', ({ open }) => {
  let contract: Contract
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  const raw = async (
    path: string,
    init: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const { method = 'GET', body, headers } = init
    const response = await contract.fetch(
      new Request(`${contract.url}/auth/v1${path}`, {
        method,
        headers: { apikey: contract.publishableKey, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text ? (JSON.parse(text) as Record<string, unknown>) : {},
    }
  }

  test("signs in with a password: token, claims and user in GoTrue's form", async () => {
    const { email, password, id } = await member(contract)
    const { status, body } = await raw('/token?grant_type=password', {
      method: 'POST',
      body: { email: email.toUpperCase(), password },
    })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'token_type',
      'user',
    ])
    expect(body).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      user: { id, email, aud: 'authenticated', role: 'authenticated', is_anonymous: false },
    })
    const keySet = createRemoteJWKSet(new URL(`${contract.url}/auth/v1/.well-known/jwks.json`), {
      [customFetch]: (url: string, init: RequestInit) => contract.fetch(new Request(url, init)),
    })
    const { payload, protectedHeader } = await jwtVerify(String(body.access_token), keySet)
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    expect(payload).toMatchObject({
      sub: id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      aal: 'aal1',
      is_anonymous: false,
      phone: '',
    })
    expect(payload.amr).toEqual([{ method: 'password', timestamp: expect.any(Number) }])
    expect(payload.exp).toBe(body.expires_at)
  })

  test('refuses wrong passwords and unknown accounts with the same answer', async () => {
    const { email } = await member(contract)
    const wrong = await contract.guest().auth.signInWithPassword({ email, password: 'ganz falsch' })
    const unknown = await contract.guest().auth.signInWithPassword({ email: 'niemand@gmx.de', password: 'ganz falsch' })
    for (const { error } of [wrong, unknown])
      expect([error?.status, error?.code, error?.message]).toEqual([
        400,
        'invalid_credentials',
        'Invalid login credentials',
      ])
  })

  test('writes errors in the form of the requested API version', async () => {
    const body = { email: 'niemand@gmx.de', password: 'ganz falsch' }
    const old = await raw('/token?grant_type=password', { method: 'POST', body })
    expect(old.body).toEqual({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' })
    const newer = await raw('/token?grant_type=password', {
      method: 'POST',
      body,
      headers: { 'x-supabase-api-version': '2024-01-01' },
    })
    expect(newer.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
    expect(newer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  })

  test.each(['constructor', 'toString', '__proto__', 'valueOf', 'hasOwnProperty', 'web3', ''])(
    'refuses the grant %j, which is none of its own',
    async (grant) => {
      const answer = await raw(`/token?grant_type=${grant}`, { method: 'POST', body: {} })
      expect([answer.status, answer.body.error_code]).toEqual([400, 'invalid_credentials'])
    },
  )

  test('rotates refresh tokens, repeats a lost answer and ends the session on reuse', async () => {
    const { client, token } = await member(contract)
    const first = (await client.auth.getSession()).data.session?.refresh_token ?? ''
    const refresh = (token: string) =>
      raw('/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token: token } })
    const second = String((await refresh(first)).body.refresh_token)
    expect(second).not.toBe(first)
    expect((await refresh(first)).body.refresh_token).toBe(second)
    const third = String((await refresh(second)).body.refresh_token)
    const fourth = String((await refresh(third)).body.refresh_token)
    expect(fourth).not.toBe(third)
    if (!contract.backend) return // the reuse interval of a real project cannot be shortened from here
    await contract.backend.query(
      `update auth.refresh_tokens set updated_at = now() - interval '1 minute' where token = $1`,
      [first],
    )
    const reused = await refresh(first)
    expect([reused.status, reused.body.error_code]).toEqual([400, 'refresh_token_already_used'])
    // GoTrue revokes the newer token; here the session has ended, and with it the access tokens that it gave.
    const after = await refresh(fourth)
    expect([after.status, after.body.error_code]).toEqual([400, 'refresh_token_not_found'])
    expect((await contract.guest().auth.getUser(token)).error?.name).toBe('AuthSessionMissingError')
  })

  test('two refreshes at the same moment get the same token', async () => {
    const { client } = await member(contract)
    const token = (await client.auth.getSession()).data.session?.refresh_token
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        raw('/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token: token } }),
      ),
    )
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  test('refuses a made-up refresh token', async () => {
    const { status, body } = await raw('/token?grant_type=refresh_token', {
      method: 'POST',
      body: { refresh_token: 'ausgedacht' },
    })
    expect([status, body.error_code]).toEqual([400, 'refresh_token_not_found'])
  })

  test("shows and changes one's own account", async () => {
    const { client, id, email, password } = await member(contract)
    expect((await client.auth.getUser()).data.user).toMatchObject({
      id,
      email,
      identities: [{ provider: 'email', user_id: id }],
    })
    const updated = await client.auth.updateUser({ data: { farbe: 'rot' } })
    expect(updated.data.user?.user_metadata).toMatchObject({ farbe: 'rot' })
    const same = await client.auth.updateUser({ password })
    expect([same.error?.status, same.error?.code]).toEqual([422, 'same_password'])
    const weak = await client.auth.updateUser({ password: 'kurz' })
    expect([weak.error?.status, weak.error?.code]).toEqual([422, 'weak_password'])
    expect((await client.auth.updateUser({ password: 'ein neues Passwort' })).error).toBeNull()
    expect((await contract.guest().auth.signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await contract.guest().auth.signInWithPassword({ email, password: 'ein neues Passwort' })).error).toBeNull()
  })

  test('nobody raises their own role through metadata', async () => {
    const { client, token } = await member(contract)
    await client.auth.updateUser({ data: { role: 'service_role' } })
    const app = await raw('/user', {
      method: 'PUT',
      body: { app_metadata: { role: 'admin' } },
      headers: { authorization: `Bearer ${token}` },
    })
    expect([app.status, app.body.error_code]).toEqual([403, 'not_admin'])
    const refreshed = await client.auth.refreshSession()
    const claims = JSON.parse(
      Buffer.from(refreshed.data.session?.access_token.split('.')[1] ?? '', 'base64url').toString(),
    ) as { role: string }
    expect(claims.role).toBe('authenticated')
  })

  test('signs out this session, the others or all', async () => {
    const { email, password, client } = await member(contract)
    const other = contract.guest()
    await other.auth.signInWithPassword({ email, password })
    const tokenOf = async (of: typeof client) => (await of.auth.getSession()).data.session?.access_token
    const [here, there] = [await tokenOf(client), await tokenOf(other)]
    const user = (token: string | undefined) => raw('/user', { headers: { authorization: `Bearer ${token}` } })
    expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await user(there)).body.error_code).toBe('session_not_found')
    expect((await user(here)).status).toBe(200)
    await client.auth.signOut({ scope: 'global' })
    const gone = await user(here)
    expect([gone.status, gone.body.error_code]).toEqual([403, 'session_not_found'])
  })

  test('answers requests without a valid token', async () => {
    const none = await raw('/user')
    expect([none.status, none.body.error_code]).toEqual([401, 'no_authorization'])
    const broken = await raw('/user', { headers: { authorization: 'Bearer a.b.c' } })
    expect([broken.status, broken.body.error_code]).toEqual([403, 'bad_jwt'])
  })

  test.each([
    ['/signup', { email: 'kein-mail', password: 'lang genug' }, 400, 'validation_failed'],
    ['/signup', { email: 'a@gmx.de', password: 'kurz' }, 422, 'weak_password'],
    ['/signup', { email: 'a@gmx.de' }, 400, 'validation_failed'],
    ['/signup', { password: 'lang genug' }, 422, 'anonymous_provider_disabled'],
    ['/token?grant_type=quatsch', {}, 400, 'invalid_credentials'],
    ['/verify', { type: 'signup', email: 'niemand@gmx.de', token: '123456' }, 403, 'otp_expired'],
    ['/resend', { type: 'quatsch', email: 'a@gmx.de' }, 400, 'validation_failed'],
    ['/signup', '{"kaputt"', 400, 'bad_json'],
  ])('answers POST %s %j with %i %s', async (path, body, status, code) => {
    const answer = await raw(path, { method: 'POST', body })
    expect([answer.status, answer.body.error_code]).toEqual([status, code])
    expect(answer.headers.get('x-sb-error-code')).toBe(code)
  })

  test('tells the code of an error to a client of another origin, too', async () => {
    const always = ['cache-control', 'content-language', 'content-length', 'content-type']
    const crossOrigin = async (input: RequestInfo | URL, init?: RequestInit) => {
      const answer = await contract.fetch(new Request(input, init))
      const exposed = (answer.headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/, */)
      const headers = [...answer.headers].filter(([name]) => [...always, ...exposed].includes(name))
      return new Response(await answer.text(), { status: answer.status, headers })
    }
    const client = createClient(contract.url, contract.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: crossOrigin },
    })
    const { error } = await client.auth.signInWithPassword({ email: 'niemand@gmx.de', password: 'falsch geraten' })
    expect([error?.status, error?.code]).toEqual([400, 'invalid_credentials'])
  })

  test('shows its settings and public keys without the private part', async () => {
    const settings = await raw('/settings')
    expect(settings.body).toMatchObject({ mailer_autoconfirm: false, external: { email: true } })
    const { keys } = (await raw('/.well-known/jwks.json')).body as { keys: Record<string, unknown>[] }
    expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' })
    expect(keys.some((key) => 'd' in key)).toBe(false)
  })

  test('requires a valid PKCE challenge', async () => {
    const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url')
    const body = { email: 'a@gmx.de', password: 'lang genug', code_challenge: challenge }
    const answer = await raw('/signup', { method: 'POST', body })
    expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed'])
    const exchange = await raw('/token?grant_type=pkce', {
      method: 'POST',
      body: { auth_code: '00000000-0000-0000-0000-000000000000', code_verifier: 'x'.repeat(43) },
    })
    expect([exchange.status, exchange.body.error_code]).toEqual([404, 'flow_state_not_found'])
  })
})
