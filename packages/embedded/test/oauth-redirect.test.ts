import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthBench, openOAuth, SITE, signInUnderWay } from './openid/open-oauth.ts'

/** A sign-in may end on this site and in the app, nowhere else. */
const APP = 'de.example.hot'
let bench: OAuthBench
beforeAll(async () => {
  bench = await openOAuth({ appScheme: APP })
})
afterAll(() => bench?.close())

const underWay = (name?: 'google' | 'apple', options?: { redirectTo?: string; cancel?: boolean }) =>
  signInUnderWay(bench, name, options)

const HOSTILE = [
  'https://example.org/auth/callback',
  'http://example.org',
  '//example.org',
  '///example.org',
  '/\\example.org',
  '\\\\example.org',
  'http://127.0.0.1:4999@example.org/',
  'http://example.org@127.0.0.1:4999/',
  'http://user:pass@127.0.0.1:4999/',
  'http://127.0.0.1:4999.example.org/',
  'http://127.0.0.1.example.org:4999/',
  'http://127.0.0.1:49990/',
  'http://127.0.0.1:5000/',
  'http://127.0.0.1/',
  'http://127.0.0.2:4999/',
  'http://[::ffff:127.0.0.1]:4999/',
  'https://127.0.0.1:4999/',
  'ftp://127.0.0.1:4999/',
  'ws://127.0.0.1:4999/',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:http://127.0.0.1:4999/8f14e45f',
  'filesystem:http://127.0.0.1:4999/temporary/x',
  'view-source:http://127.0.0.1:4999/',
  'http:\\\\127.0.0.1:4999\\@example.org',
  'http://127.0.0.1:4999\\@example.org',
  'http://127.0.0.1:4999\n.example.org/',
  'http://\u0000127.0.0.1:4999/',
  'http://127.0.0.1:4999%2f@example.org/',
  'com.other.app://oauth/callback',
  'de.example.hot://example.org/oauth/callback',
  'de.example.hot://oauth/callback/../../x',
  'de.example.hot://user@oauth/callback',
  'de.example.hot.evil://oauth/callback',
  'de.example.hot:oauth/callback',
  'de.example.hot://oauth/callback#access_token=mine',
]

describe('The redirect', () => {
  test.each(HOSTILE)('never leads to %j', async (hostile) => {
    const { visitor, answer } = await underWay('google', { redirectTo: hostile, cancel: true })
    const landed = await visitor.deliver(answer)
    expect(landed.origin).toBe(SITE)
    expect([landed.username, landed.password]).toEqual(['', ''])
  })

  test.each(['localhost', '[::1]'])('may use the name %s of this machine', async (name) => {
    const wanted = `http://${name}:4999/auth/callback?weiter=%2Fstars`
    const { visitor, answer } = await underWay('google', { redirectTo: wanted })
    const landed = await visitor.deliver(answer)
    expect(landed.href.startsWith(`${wanted}&code=`)).toBe(true)
  })

  test('may be the app, which gets a code or an error', async () => {
    const { visitor, answer, client, email } = await underWay('google', { redirectTo: `${APP}://oauth/callback` })
    const landed = await visitor.deliver(answer)
    expect(landed.href).toMatch(/^de\.example\.hot:\/\/oauth\/callback\?code=[\w-]+$/)
    const { data } = await client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '')
    expect(data.user?.email).toBe(email)
    const refused = await underWay('google', { redirectTo: `${APP}://oauth/callback`, cancel: true })
    expect((await refused.visitor.deliver(refused.answer)).href).toMatch(
      /^de\.example\.hot:\/\/oauth\/callback\?error=access_denied&/,
    )
  })
})

test('a redirect leaves nothing behind', async () => {
  const { answer } = await underWay()
  const response = await bench.contract.fetch(new Request(answer.url))
  expect(response.status).toBe(302)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
})
