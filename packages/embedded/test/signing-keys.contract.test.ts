import fs from 'node:fs'
import path from 'node:path'
import { rotateKeys } from '@hot/embedded/keys/rotate-keys'
import { type SigningKey, validKeys } from '@hot/embedded/keys/secrets'
import { createLocalJWKSet, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { type Contract, MIGRATIONS, member, OPENS_A_DATABASE, openOurs } from './open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from './prepared-database.ts'
import { copyServerDatabase } from './server-database.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A database without keys. */
async function newDirectory(): Promise<string> {
  const dir = scratchDirectory()
  cleanups.push(() => fs.rmSync(dir, { recursive: true, force: true }))
  await copyPreparedDatabase(path.join(dir, 'pg'), MIGRATIONS)
  return dir
}

type Keys = { signingKeys: SigningKey[] }
const keysIn = (dir: string) =>
  (JSON.parse(fs.readFileSync(path.join(dir, 'secrets.json'), 'utf8')) as Keys).signingKeys
const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }

const statusOf = async (contract: Contract, token: string, path: string) =>
  (
    await contract.fetch(
      new Request(`${contract.url}${path}`, {
        headers: { apikey: contract.publishableKey, authorization: `Bearer ${token}` },
      }),
    )
  ).status
const statuses = async (contract: Contract, token: string) => [
  await statusOf(contract, token, '/rest/v1/notes'),
  await statusOf(contract, token, '/auth/v1/user'),
]
async function shown(contract: Contract): Promise<JWK[]> {
  const answer = await contract.fetch(new Request(`${contract.url}/auth/v1/.well-known/jwks.json`))
  expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
  return ((await answer.json()) as { keys: JWK[] }).keys
}

test('after a rotation new tokens use the new key and old ones are still valid', OPENS_A_DATABASE, async () => {
  const dataDir = await newDirectory()
  const before = await openOurs({ dataDir })
  const person = await member(before)
  await expect(rotateKeys({ dataDir })).rejects.toMatchObject({ code: 'data_dir_busy' })
  await before.close()
  await rotateKeys({ dataDir })

  const after = await openOurs({ dataDir })
  cleanups.push(() => after.close())
  expect(await statuses(after, person.token)).toEqual([200, 200])
  const again = await after.guest().auth.signInWithPassword(person)
  const fresh = again.data.session?.access_token ?? ''
  expect(headerOf(fresh).kid).not.toBe(headerOf(person.token).kid)
  const keys = await shown(after)
  expect(keys.map(({ kid }) => kid)).toEqual([headerOf(fresh).kid, headerOf(person.token).kid])
  expect(keys.some((key) => 'd' in key)).toBe(false)
  for (const token of [fresh, person.token]) await jwtVerify(token, createLocalJWKSet({ keys }))
})

test('a retired key is deleted once its last token has expired', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const key = (kid: string, retiredAt?: string): SigningKey => ({
    jwk: { kid },
    madeAt: '2026-01-01T00:00:00Z',
    retiredAt,
  })
  const keys = [key('long ago', '2026-11-21T09:59:00Z'), key('just now', '2026-11-21T11:59:00Z'), key('in use')]
  expect(validKeys(keys, now).map(({ jwk }) => jwk.kid)).toEqual(['in use', 'just now'])
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'servers on one database follow a rotation without a restart',
  OPENS_A_DATABASE,
  async () => {
    const { url: databaseUrl, drop } = await copyServerDatabase(process.env.TEST_DATABASE_URL ?? '', MIGRATIONS)
    cleanups.push(drop)
    const [one, two] = [await openOurs({ databaseUrl }), await openOurs({ databaseUrl })]
    cleanups.push(
      () => one.close(),
      () => two.close(),
    )
    const person = await member(one)
    await rotateKeys({ dataDir: '', databaseUrl })
    await expect.poll(async () => (await shown(one)).length, { timeout: 5_000 }).toBe(2)
    const fresh = (await one.guest().auth.signInWithPassword(person)).data.session?.access_token ?? ''
    expect(headerOf(fresh).kid).not.toBe(headerOf(person.token).kid)
    expect(await statuses(two, fresh)).toEqual([200, 200])
    expect(await statuses(two, person.token)).toEqual([200, 200])
  },
)

test('a clock may be off by half a minute, but not by an hour, in both directions', OPENS_A_DATABASE, async () => {
  const dataDir = await newDirectory()
  const own = await openOurs({ dataDir })
  cleanups.push(() => own.close())
  const person = await member(own)
  const [key] = keysIn(dataDir)
  const privateKey = await importJWK(key?.jwk ?? {}, 'ES256')
  const claims = JSON.parse(Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString()) as object
  const now = Math.floor(Date.now() / 1000)
  const signed = (times: Record<string, number>) =>
    new SignJWT({ ...claims, ...times })
      .setProtectedHeader({ alg: 'ES256', kid: String(key?.jwk.kid), typ: 'JWT' })
      .sign(privateKey)
  const answers = async (times: Record<string, number>) => statuses(own, await signed(times))
  expect(await answers({ iat: now - 3600, exp: now - 10 })).toEqual([200, 200])
  expect(await answers({ iat: now + 20, exp: now + 3600 })).toEqual([200, 200])
  expect(await answers({ iat: now - 7200, exp: now - 3600 })).toEqual([401, 403])
  expect(await answers({ iat: now + 3600, exp: now + 7200 })).toEqual([401, 403])
  expect(await answers({ iat: now, nbf: now + 3600, exp: now + 7200 })).toEqual([401, 403])
})

test('a browser whose clock is an hour fast or slow stays signed in', OPENS_A_DATABASE, async () => {
  const own = await openOurs()
  cleanups.push(() => own.close())
  const person = await member(own)
  for (const hours of [1, -1]) {
    const real = Date.now()
    const shift = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3600_000 })
    const { createClient } = await import('@supabase/supabase-js')
    const client = createClient(own.url, own.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        // The server's clock is right.
        fetch: async (input, init) => {
          vi.useRealTimers()
          const answer = await own.fetch(new Request(input, init))
          shift()
          return answer
        },
      },
    })
    shift()
    expect(Math.abs(Date.now() - real - hours * 3600_000)).toBeLessThan(60_000)
    expect((await client.auth.signInWithPassword(person)).error).toBeNull()
    expect((await client.auth.getUser()).data.user?.id).toBe(person.id)
    const session = (await client.auth.getSession()).data.session
    vi.useRealTimers()
    expect(await statuses(own, session?.access_token ?? '')).toEqual([200, 200])
  }
})
