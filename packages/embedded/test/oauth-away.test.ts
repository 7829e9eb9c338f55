import { generateKeyPairSync } from 'node:crypto'
import type { Backend } from '@hot/embedded'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contract, member, openOurs } from './open-contract.ts'
import { browser } from './openid/browser.ts'
import { addressFor, oauthClient } from './openid/oauth-client.ts'
import { BACK, failureOf, SITE } from './openid/open-oauth.ts'
import { type OpenIdProvider, startOpenIdProvider } from './openid/openid-provider.ts'

/** A provider that is temporarily unreachable, and Apple with a key from which its secret is made. */
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const privateKey = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const KEY = { teamId: 'TEAM123456', keyId: 'KEY1234567', privateKey }
const secrets: string[] = []
const lines: string[] = []
let provider: OpenIdProvider
let contract: Contract & { backend: Backend }

/** Checks it as Apple does. */
async function isAppleSecret(secret: string): Promise<boolean> {
  secrets.push(secret)
  const options = { algorithms: ['ES256'], issuer: KEY.teamId, subject: 'apple-client', audience: provider.issuer }
  return jwtVerify(secret, key.publicKey, options).then(
    () => decodeProtectedHeader(secret).kid === KEY.keyId,
    () => false,
  )
}

const start = (port?: number) =>
  startOpenIdProvider({ sites: [SITE], appleSecret: isAppleSecret, ...(port ? { port } : {}) })
const portOf = () => Number(new URL(provider.issuer).port)

beforeAll(async () => {
  provider = await start()
  const { google, apple } = provider.oauth
  contract = await openOurs({
    siteUrl: SITE,
    oauth: { google, apple: { clientId: apple.clientId, issuer: apple.issuer, ...KEY } },
    log: (line) => lines.push(line),
  })
})
afterAll(async () => {
  await contract?.close()
  await provider?.close()
})

const AWAY = {
  error: 'temporarily_unavailable',
  code: 'unexpected_failure',
  description: 'Unable to reach external provider: google',
}

test('with an unreachable provider people are redirected back with an error, and the next sign-in tries it again', async () => {
  await provider.close()
  const [client, visitor] = [oauthClient(contract), browser(contract)]
  const landed = await visitor.begin(await addressFor(client, 'google', { redirectTo: BACK }))
  expect(landed.href.startsWith(`${BACK}?`)).toBe(true)
  expect(failureOf(landed)).toEqual(AWAY)
  expect(await contract.backend.query('select from auth.flow_state')).toHaveLength(0)

  const { email, password } = await member(contract)
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  const linking = await client.auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
  expect([linking.error?.status, linking.error?.message]).toEqual([500, AWAY.description])

  provider = await start(portOf())
  const back = await visitor.signIn(await addressFor(client, 'google', { redirectTo: BACK }), { email })
  const { data } = await client.auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
  expect(data.user?.email).toBe(email)
})

test('a provider that fails during the sign-in uses up the state and reports an error', async () => {
  const [client, visitor] = [oauthClient(contract), browser(contract)]
  const begun = await visitor.begin(await addressFor(client, 'google', { redirectTo: BACK }))
  const answer = await visitor.choose(begun, { email: 'in.between@firma.example' })
  await provider.close()
  expect(failureOf(await visitor.deliver(answer))).toEqual(AWAY)
  provider = await start(portOf())
  expect(failureOf(await visitor.deliver(answer)).code).toBe('flow_state_already_used')
  expect(lines.some((line) => line.startsWith('Auth by google: Unable to reach'))).toBe(true)
  expect(lines.join('\n')).not.toContain(answer.url.searchParams.get('code') ?? 'code')
})

test('makes Apple’s secret from the key for each exchange', async () => {
  const [client, visitor] = [oauthClient(contract), browser(contract)]
  const landed = await visitor.signIn(await addressFor(client, 'apple', { redirectTo: BACK }), {
    email: 'apfel@firma.example',
  })
  const { data } = await client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '')
  expect(data.user?.email).toBe('apfel@firma.example')
  expect(secrets).toHaveLength(1)
})

test('a disabled provider answers as in GoTrue, and `/settings` says so', { timeout: 240_000 }, async () => {
  const own = await openOurs({ siteUrl: SITE, oauth: { google: provider.oauth.google } })
  try {
    const ask = (path: string) =>
      own.fetch(new Request(`${SITE}/auth/v1${path}`, { headers: { apikey: own.publishableKey } }))
    expect(await (await ask('/settings')).json()).toMatchObject({ external: { google: true, apple: false } })
    const answer = await ask('/authorize?provider=apple')
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: 400, error_code: 'validation_failed', msg: 'Unsupported provider: provider is not enabled' },
    ])
  } finally {
    await own.close()
  }
})
