import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browser } from './openid/browser.ts'
import { addressFor, oauthClient } from './openid/oauth-client.ts'
import { BACK, type OAuthBench, oauthTargets, SITE } from './openid/open-oauth.ts'

/** Asserted against supabase/auth: internal/api/external.go, external_oauth.go, provider/google.go, apple.go and oidc.go. */
const amrOf = (token: string | undefined) =>
  (JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as { amr: { method: string }[] }).amr

describe.each(oauthTargets())('OAuth sign-in on $name', ({ open }) => {
  let bench: OAuthBench
  beforeAll(async () => {
    bench = await open()
  })
  afterAll(() => bench?.close())

  test('lists the enabled providers', async () => {
    const answer = await bench.contract.fetch(
      new Request(`${SITE}/auth/v1/settings`, { headers: { apikey: bench.contract.publishableKey } }),
    )
    expect(await answer.json()).toMatchObject({ external: { google: true, apple: true, github: false, email: true } })
  })

  describe('Google', () => {
    test("creates a confirmed account from the provider's data", async () => {
      const [email, client] = [bench.newAddress(), bench.client()]
      const user = await bench.signIn('google', { email: email.toUpperCase(), name: 'Kim Muster' }, client)
      const subject = user.identities?.[0]?.id
      expect(user).toMatchObject({
        email,
        role: 'authenticated',
        app_metadata: { provider: 'google', providers: ['google'] },
        user_metadata: {
          iss: bench.provider.issuer,
          sub: subject,
          provider_id: subject,
          name: 'Kim Muster',
          full_name: 'Kim Muster',
          picture: `https://pictures.example/${subject}.png`,
          avatar_url: `https://pictures.example/${subject}.png`,
          email,
          email_verified: true,
          phone_verified: false,
        },
        identities: [{ provider: 'google', user_id: user.id, email, identity_data: { full_name: 'Kim Muster' } }],
      })
      expect(user.email_confirmed_at).toBeTruthy()
      expect(user.identities?.[0]?.identity_id).not.toBe(subject)
      const { session } = (await client.auth.getSession()).data
      expect(amrOf(session?.access_token)).toEqual([{ method: 'oauth', timestamp: expect.any(Number) }])
      expect((await client.auth.getUser()).data.user?.id).toBe(user.id)
    })

    test('recognises a person by the subject, not by the address', async () => {
      const [email, later] = [bench.newAddress(), bench.newAddress()]
      const first = await bench.signIn('google', { email, subject: `person-${email}`, name: 'Alt' })
      const second = await bench.signIn('google', { email: later, subject: `person-${email}`, name: 'Neu' })
      expect(second).toMatchObject({ id: first.id, email, user_metadata: { full_name: 'Neu' } })
      expect(second.identities).toHaveLength(1)
      expect(second.identities?.[0]?.identity_data?.email).toBe(later)
    })

    test('two browsers at once create one account', async () => {
      const email = bench.newAddress()
      const users = await Promise.all([1, 2, 3].map(() => bench.signIn('google', { email })))
      expect(new Set(users.map(({ id }) => id)).size).toBe(1)
      const { rows } = { rows: await bench.contract.backend.query('select from auth.users where email = $1', [email]) }
      expect(rows).toHaveLength(1)
    })

    test('passes scopes and parameters on, but none that it sets itself', async () => {
      const address = await addressFor(bench.client(), 'google', {
        redirectTo: BACK,
        scopes: 'https://www.googleapis.com/auth/calendar',
        queryParams: {
          prompt: 'select_account',
          hd: 'firma.example',
          state: 'mine',
          nonce: 'mine',
          client_id: 'mine',
          redirect_uri: 'https://example.org/',
          response_type: 'token',
          Response_Mode: 'fragment',
        },
      })
      const { searchParams } = await browser(bench.contract).begin(address)
      expect(Object.fromEntries(searchParams)).toEqual({
        client_id: 'google-client',
        response_type: 'code',
        redirect_uri: `${SITE}/auth/v1/callback`,
        scope: 'openid email profile https://www.googleapis.com/auth/calendar',
        prompt: 'select_account',
        hd: 'firma.example',
        state: expect.stringMatching(/^[0-9a-f-]{36}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      })
    })

    test('lets a person choose the account when asked to', async () => {
      const [client, email] = [bench.client(), bench.newAddress()]
      const address = await addressFor(client, 'google', {
        redirectTo: BACK,
        queryParams: { prompt: 'select_account' },
      })
      const landed = await browser(bench.contract).signIn(address, { email })
      expect((await client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '')).data.user?.email).toBe(
        email,
      )
    })

    test('without PKCE the session is in the fragment', async () => {
      const email = bench.newAddress()
      const client = oauthClient(bench.contract, 'implicit')
      const landed = await browser(bench.contract).signIn(await addressFor(client, 'google', { redirectTo: BACK }), {
        email,
      })
      const session = new URLSearchParams(landed.hash.slice(1))
      expect(landed.search).toBe('')
      expect(session.get('token_type')).toBe('bearer')
      const { data } = await client.auth.setSession({
        access_token: session.get('access_token') ?? '',
        refresh_token: session.get('refresh_token') ?? '',
      })
      expect(data.user?.email).toBe(email)
      expect(
        await bench.contract.backend.query(`select from auth.flow_state where code_challenge is null`),
      ).toHaveLength(0)
    })
  })

  describe('Apple', () => {
    test('posts its answer as a form, with the name only once', async () => {
      const email = bench.newAddress()
      const first = await bench.signIn('apple', { email, name: 'Alex van Beispiel' })
      expect(first).toMatchObject({
        email,
        app_metadata: { provider: 'apple', providers: ['apple'] },
        user_metadata: { full_name: 'Alex van Beispiel', name: 'Alex van Beispiel', email_verified: true },
      })
      const second = await bench.signIn('apple', { email, name: 'Alex van Beispiel' })
      expect(second).toMatchObject({ id: first.id, user_metadata: { full_name: 'Alex van Beispiel' } })
      expect(second.identities?.[0]?.identity_data).not.toHaveProperty('full_name')
    })

    test('is asked for name and address only, by form', async () => {
      const address = await addressFor(bench.client(), 'apple', { scopes: 'profile', queryParams: { prompt: 'login' } })
      const { searchParams } = await browser(bench.contract).begin(address)
      expect(searchParams.get('scope')).toBe('openid email name')
      expect(searchParams.get('response_mode')).toBe('form_post')
      expect(searchParams.has('prompt')).toBe(false)
    })

    test.each(['{"name":', '[]', '{"name":{"firstName":7}}', '"x"'])('ignores the invalid name %s', async (user) => {
      const [email, client, visitor] = [bench.newAddress(), bench.client(), browser(bench.contract)]
      const begun = await visitor.begin(await addressFor(client, 'apple', { redirectTo: BACK }))
      const answer = await visitor.choose(begun, { email })
      answer.form?.set('user', user)
      const landed = await visitor.deliver(answer)
      const { data } = await client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '')
      expect(data.user?.email).toBe(email)
      expect(data.user?.user_metadata).not.toHaveProperty('full_name')
    })
  })

  test.each([
    ['github', 'Unsupported provider: provider is not enabled'],
    ['quatsch', 'Unsupported provider: Provider quatsch could not be found'],
    ['', 'Unsupported provider: Provider  could not be found'],
  ])('answers the provider »%s« as GoTrue does', async (name, msg) => {
    const answer = await bench.contract.fetch(new Request(`${SITE}/auth/v1/authorize?provider=${name}`))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ code: 400, error_code: 'validation_failed', msg })
  })

  test('requires both parts of a PKCE challenge', async () => {
    const answer = await bench.contract.fetch(
      new Request(`${SITE}/auth/v1/authorize?provider=google&code_challenge=${'x'.repeat(43)}`),
    )
    expect(await answer.json()).toMatchObject({ code: 400, error_code: 'validation_failed' })
  })
})
