import { AuthClient } from '@supabase/auth-js'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { authFetch, authTraffic } from './auth-traffic.ts'

const base = 'https://hot.example/auth/v1'
const session = { access_token: 'a', refresh_token: 'r', expires_in: 3600, expires_at: 1_000 }

const answers = (body: unknown, status = 200) => {
  vi.stubGlobal('window', { location: { origin: 'https://hot.example' } })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status, headers: { 'x-note': 'kept' } })))
}

beforeEach(() => Object.assign(authTraffic, { signedInHere: false, refused: false }))
afterEach(() => vi.unstubAllGlobals())

test.each(['token?grant_type=password', 'token?grant_type=pkce', 'verify'])('%s signs in here', async (path) => {
  answers(session)
  await authFetch(`${base}/${path}`)
  expect(authTraffic.signedInHere).toBe(true)
})

test('renewing, and a sign-up that waits for its confirmation, do not', async () => {
  answers(session)
  await authFetch(`${base}/token?grant_type=refresh_token`)
  answers({ id: 'x', confirmation_sent_at: 'now' })
  await authFetch(`${base}/signup`)
  expect(authTraffic.signedInHere).toBe(false)
})

test('the expiry is computed with this device’s clock; everything else is unchanged', async () => {
  answers(session)
  const answer = await authFetch(`${base}/token?grant_type=refresh_token`)
  expect(await answer.json()).toEqual({ access_token: 'a', refresh_token: 'r', expires_in: 3600 })
  expect(answer.headers.get('x-note')).toBe('kept')
})

test.each([
  ['token?grant_type=refresh_token', 400, true],
  ['user', 403, true],
  ['token?grant_type=refresh_token', 429, false],
  ['token?grant_type=refresh_token', 503, false],
  ['token?grant_type=password', 400, false],
  ['user', 200, false],
])('%s with %i: the session is refused: %s', async (path, status, refused) => {
  answers({ code: status }, status)
  await authFetch(`${base}/${path}`)
  expect(authTraffic.refused).toBe(refused)
})

test('a 429 on renewal does not end the session: auth-js gets an answer after which it waits', async () => {
  answers({ code: 'over_request_rate_limit' }, 429)
  expect((await authFetch(`${base}/token?grant_type=refresh_token`)).status).toBe(503)
  expect((await authFetch(`${base}/token?grant_type=password`)).status).toBe(429)
})

test.each([
  ['ahead', 3_600_000],
  ['behind', -3_600_000],
])('with a clock an hour %s one token lasts', async (_, offset) => {
  const now = Date.now()
  vi.useFakeTimers({ now: now + offset, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const asked: string[] = []
  vi.stubGlobal('window', { location: { origin: 'https://hot.example' } })
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    const user = { id: 'anna', email: 'anna@hot.example' }
    return Promise.resolve(Response.json({ ...session, expires_at: Math.floor(now / 1000) + 3600, user }))
  })
  const kept = new Map<string, string>()
  const client = new AuthClient({
    url: base,
    fetch: authFetch,
    autoRefreshToken: false,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  })
  await client.signInWithPassword({ email: 'anna@hot.example', password: 'sommerhaus' })
  for (let look = 0; look < 3; look++) expect((await client.getSession()).data.session?.access_token).toBe('a')
  expect(asked).toEqual([`${base}/token?grant_type=password`])
})
