import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browser } from './openid/browser.ts'
import { addressFor } from './openid/oauth-client.ts'
import { BACK, failureOf, type OAuthBench, openOAuth, SITE, signInUnderWay } from './openid/open-oauth.ts'

/** What an attacker, a double click or a slow person does during a sign-in. */
const APP = 'de.example.hot'
let bench: OAuthBench
beforeAll(async () => {
  bench = await openOAuth({ appScheme: APP })
})
afterAll(() => bench?.close())

const underWay = (name?: 'google' | 'apple', options?: { redirectTo?: string; cancel?: boolean }) =>
  signInUnderWay(bench, name, options)

const users = (email: string) => bench.contract.backend.query('select from auth.users where email = $1', [email])
const age = (seconds: number) =>
  bench.contract.backend.query(`update auth.flow_state set created_at = created_at - make_interval(secs => $1)`, [
    seconds,
  ])

describe('The state', () => {
  test('cannot be used twice', async () => {
    const { visitor, answer, client } = await underWay()
    const code = (await visitor.deliver(answer)).searchParams.get('code') ?? ''
    const again = await visitor.deliver(answer)
    expect(again.href.startsWith(`${SITE}/?`)).toBe(true)
    expect(failureOf(again)).toEqual({
      error: 'invalid_request',
      code: 'flow_state_already_used',
      description: 'State has already been used',
    })
    // The first answer is still valid.
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull()
    expect(failureOf(await visitor.deliver(answer)).code).toBe('bad_oauth_state')
  })

  test('is used up by a refusal, too', async () => {
    const { visitor, answer } = await underWay('google', { cancel: true })
    await visitor.deliver(answer)
    expect(failureOf(await visitor.deliver(answer)).code).toBe('flow_state_already_used')
  })

  test('is accepted only once of twenty answers at once', async () => {
    const { visitor, answer, email } = await underWay()
    const landed = await Promise.all(Array.from({ length: 20 }, () => visitor.deliver(answer)))
    expect(landed.filter((url) => url.searchParams.has('code'))).toHaveLength(1)
    expect(await users(email)).toHaveLength(1)
  })

  test('is over after five minutes', async () => {
    const { visitor, answer, email } = await underWay()
    await age(301)
    expect(failureOf(await visitor.deliver(answer))).toMatchObject({
      code: 'bad_oauth_state',
      description: 'OAuth state has expired',
    })
    expect(await users(email)).toHaveLength(0)
  })

  test('is deleted after a day', async () => {
    await underWay()
    await age(90_000)
    await bench.contract.backend.query(`update auth.oauth_client_states set created_at = now() - interval '25 hours'`)
    await underWay()
    const [{ flows, secrets }] = (await bench.contract.backend.query(
      `select (select count(*)::int from auth.flow_state) as flows, (select count(*)::int from auth.oauth_client_states) as secrets`,
    )) as [{ flows: number; secrets: number }]
    expect([flows, secrets]).toEqual([1, 1])
  })

  test.each([
    ['', 'bad_oauth_callback', 'OAuth state parameter missing'],
    ['quatsch', 'bad_oauth_state', 'OAuth state parameter is invalid'],
    ['8f14e45f-ce0a-4f2b-9d0b-2f2a2f0e1111', 'bad_oauth_state', 'OAuth state not found or expired'],
    ["' or true --", 'bad_oauth_state', 'OAuth state parameter is invalid'],
  ])('»%s« is refused', async (state, code, description) => {
    const { visitor, answer } = await underWay()
    answer.url.searchParams.set('state', state)
    const landed = await visitor.deliver(answer)
    expect(landed.origin).toBe(SITE)
    expect(failureOf(landed)).toEqual({ error: 'invalid_request', code, description })
  })

  test('of another sign-in does not fit the code of this one', async () => {
    const [mine, other] = [await underWay(), await underWay()]
    mine.answer.url.searchParams.set('state', other.answer.url.searchParams.get('state') ?? '')
    const landed = await mine.visitor.deliver(mine.answer)
    expect(failureOf(landed)).toMatchObject({ error: 'server_error', code: 'unexpected_failure' })
    expect(await users(mine.email)).toHaveLength(0)
  })

  test('cannot be that of a mailed link', async () => {
    const [flow] = (await bench.contract.backend.query(
      `insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method, created_at)
         values (gen_random_uuid(), gen_random_uuid(), 's256', repeat('x', 43), 'email', 'email/signup', now()) returning id`,
    )) as { id: string }[]
    const { visitor, answer } = await underWay()
    answer.url.searchParams.set('state', flow?.id ?? '')
    expect(failureOf(await visitor.deliver(answer)).description).toBe('OAuth state not found or expired')
  })
})

describe('The provider’s answer', () => {
  test('with another nonce is refused', async () => {
    const [client, visitor, email] = [bench.client(), browser(bench.contract), bench.newAddress()]
    const begun = await visitor.begin(await addressFor(client, 'google', { redirectTo: BACK }))
    begun.searchParams.set('nonce', 'a-nonce-of-somebody-else')
    const landed = await visitor.deliver(await visitor.choose(begun, { email }))
    expect(landed.href.startsWith(`${BACK}?`)).toBe(true)
    expect(failureOf(landed)).toEqual({
      error: 'server_error',
      code: 'unexpected_failure',
      description: 'Error getting user profile from external provider',
    })
    expect(await users(email)).toHaveLength(0)
  })

  test('of another issuer is refused', async () => {
    const { visitor, answer, email } = await underWay()
    answer.url.searchParams.set('iss', 'https://accounts.google.com')
    expect(failureOf(await visitor.deliver(answer)).code).toBe('unexpected_failure')
    expect(await users(email)).toHaveLength(0)
  })

  test.each([
    ['quatsch', 'Unable to exchange external code: quat'],
    ['', 'OAuth callback with missing authorization code missing'],
  ])('with the code »%s« is refused', async (code, description) => {
    const { visitor, answer } = await underWay()
    answer.url.searchParams.set('code', code)
    expect(failureOf(await visitor.deliver(answer)).description).toBe(description)
  })

  test('reports that the person cancelled, in query and fragment', async () => {
    const { visitor, answer } = await underWay('google', { cancel: true })
    const landed = await visitor.deliver(answer)
    expect(landed.origin + landed.pathname).toBe(BACK)
    expect(failureOf(landed)).toEqual({
      error: 'access_denied',
      code: null,
      description: 'The person said no.',
    })
    expect(new URLSearchParams(landed.hash.slice(1)).get('error')).toBe('access_denied')
  })

  test('reports that the person cancelled at Apple', async () => {
    const { visitor, answer } = await underWay('apple', { cancel: true })
    expect(answer.form?.get('error')).toBe('access_denied')
    expect(failureOf(await visitor.deliver(answer)).error).toBe('access_denied')
  })

  test('cannot put arbitrary text into the URL', async () => {
    const { visitor, answer } = await underWay()
    answer.url.searchParams.set('error', '"><script>')
    answer.url.searchParams.set('error_description', 'x'.repeat(5000))
    const landed = await visitor.deliver(answer)
    expect(failureOf(landed)).toEqual({ error: 'server_error', code: null, description: 'x'.repeat(200) })
  })
})

describe('The code', () => {
  test('creates one session, for the browser that started', async () => {
    const { visitor, answer, client } = await underWay()
    const code = (await visitor.deliver(answer)).searchParams.get('code') ?? ''
    const stranger = bench.client()
    await addressFor(stranger, 'google', { redirectTo: BACK })
    expect((await stranger.auth.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier')
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull()
    const replay = await bench.contract.fetch(
      new Request(`${SITE}/auth/v1/token?grant_type=pkce`, {
        method: 'POST',
        headers: { apikey: bench.contract.publishableKey },
        body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(56) }),
      }),
    )
    expect([replay.status, ((await replay.json()) as { error_code: string }).error_code]).toEqual([
      404,
      'flow_state_not_found',
    ])
  })

  test('is over after five minutes', async () => {
    const { visitor, answer, client } = await underWay()
    const code = (await visitor.deliver(answer)).searchParams.get('code') ?? ''
    await bench.contract.backend.query(
      `update auth.flow_state set auth_code_issued_at = now() - interval '301 seconds' where auth_code = $1`,
      [code],
    )
    expect((await client.auth.exchangeCodeForSession(code)).error?.code).toBe('flow_state_expired')
  })

  test('does not work before the provider has answered', async () => {
    const { client } = await underWay()
    const [flow] = (await bench.contract.backend.query(
      `select auth_code from auth.flow_state order by created_at desc limit 1`,
    )) as { auth_code: string }[]
    expect((await client.auth.exchangeCodeForSession(flow?.auth_code ?? '')).error?.code).toBe('flow_state_not_found')
  })
})
