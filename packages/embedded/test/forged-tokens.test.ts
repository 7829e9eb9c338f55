import type { Backend } from '@hot/embedded'
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contract, member, OPENS_A_DATABASE, openOurs } from './open-contract.ts'

let contract: Contract & { backend: Backend }
let person: Awaited<ReturnType<typeof member>>
beforeAll(async () => {
  contract = await openOurs()
  person = await member(contract)
  await person.client.from('notes').insert({ body: 'privat' })
})
afterAll(() => contract?.close())

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const parts = () => person.token.split('.') as [string, string, string]
const claims = () => JSON.parse(Buffer.from(parts()[1], 'base64url').toString()) as JWTPayload & { role: string }
const publicKey = () => contract.backend.jwks.keys[0] as JWK
const kid = () => String(publicKey().kid)
const altered = (change: Record<string, unknown>) =>
  [parts()[0], part({ ...claims(), ...change }), parts()[2]].join('.')
const otherKey = async (payload: JWTPayload, header: Record<string, unknown> = {}) => {
  const { privateKey } = await generateKeyPair('ES256')
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: kid(), typ: 'JWT', ...header }).sign(privateKey)
}
const hmac = (payload: JWTPayload, secret: string, header: Record<string, unknown> = {}) =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', kid: kid(), ...header })
    .sign(new TextEncoder().encode(secret))
const tamper = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)

const FORGERIES: Record<string, () => Promise<string> | string> = {
  'role raised to service_role': () => altered({ role: 'service_role' }),
  'role raised to postgres': () => altered({ role: 'postgres' }),
  'somebody else as subject': () => altered({ sub: '00000000-0000-0000-0000-000000000001' }),
  'a later expiry': () => altered({ exp: 4102444800 }),
  'aal2 claimed': () => altered({ aal: 'aal2' }),
  'signature of another token part': () => [parts()[0], parts()[1], tamper(parts()[2])].join('.'),
  'no signature': () => [parts()[0], parts()[1], ''].join('.'),
  'two parts': () => parts().slice(0, 2).join('.'),
  'alg none': () => new UnsecuredJWT({ ...claims(), role: 'service_role' }).encode(),
  'alg none with the old signature': () => [part({ alg: 'none', typ: 'JWT' }), parts()[1], parts()[2]].join('.'),
  'alg NONE in capitals': () => [part({ alg: 'NONE', typ: 'JWT', kid: kid() }), parts()[1], ''].join('.'),
  'a key of one’s own under our kid': () => otherKey({ ...claims(), role: 'service_role' }),
  'a key of one’s own without kid': () => otherKey({ ...claims() }, { kid: undefined }),
  'a key of one’s own in the header': async () => {
    const { privateKey, publicKey: own } = await generateKeyPair('ES256', { extractable: true })
    return new SignJWT({ ...claims() }).setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(own) }).sign(privateKey)
  },
  'a key named by URL': () => otherKey({ ...claims() }, { jku: 'https://example.org/jwks.json' }),
  'HS256 with the public key as secret': async () => {
    const pem = await exportSPKI(
      (await importJWK(publicKey(), 'ES256', { extractable: true })) as Parameters<typeof exportSPKI>[0],
    )
    return hmac({ ...claims(), role: 'service_role' }, pem)
  },
  'HS256 with the JWK as secret': () => hmac({ ...claims() }, JSON.stringify(publicKey())),
  'HS256 with the publishable key': () => hmac({ ...claims(), role: 'service_role' }, contract.publishableKey),
  'HS256 with the secret of Supabase’s examples': () =>
    hmac({ ...claims() }, 'super-secret-jwt-token-with-at-least-32-characters-long'),
  'ES384 under our kid': async () => {
    const { privateKey } = await generateKeyPair('ES384')
    return new SignJWT({ ...claims() }).setProtectedHeader({ alg: 'ES384', kid: kid() }).sign(privateKey)
  },
  'crit with an unknown extension': () =>
    [part({ alg: 'ES256', kid: kid(), crit: ['x'], x: 1 }), parts()[1], parts()[2]].join('.'),
  'no JSON': () => [parts()[0], Buffer.from('quatsch').toString('base64url'), parts()[2]].join('.'),
  'a header of another token': () =>
    [part({ alg: 'ES256', typ: 'at+jwt', kid: kid() }), parts()[1], parts()[2]].join('.'),
}

const send = (path: string, token: string, apikey = contract.publishableKey) =>
  contract.fetch(new Request(`${contract.url}${path}`, { headers: { apikey, authorization: `Bearer ${token}` } }))

test('the genuine token is accepted', async () => {
  expect(await (await send('/rest/v1/notes?select=body', person.token)).json()).toEqual([{ body: 'privat' }])
  expect((await send('/storage/v1/bucket', person.token)).status).toBe(200)
})

test.each(Object.keys(FORGERIES))('refuses a token with %s', async (name) => {
  const token = (await FORGERIES[name]?.()) ?? ''
  const rest = await send('/rest/v1/notes?select=body', token)
  expect(rest.status).toBe(401)
  expect(((await rest.json()) as { code: string }).code).toMatch(/^PGRST30[13]$/)
  const user = await send('/auth/v1/user', token)
  expect([401, 403]).toContain(user.status)
  const storage = await send('/storage/v1/bucket', token)
  expect(storage.status).toBe(401)
  const admin = await send('/auth/v1/admin/users', token)
  expect(admin.status).toBe(403)
})

test('the secret key does not give its rights to a forged token', async () => {
  const forged = await send('/rest/v1/notes?select=body', altered({ role: 'service_role' }), contract.secretKey)
  expect(forged.status).toBe(401)
})

test('a token of another installation is refused', OPENS_A_DATABASE, async () => {
  const other = await openOurs()
  try {
    const { token } = await member(other)
    expect((await send('/rest/v1/notes', token)).status).toBe(401)
  } finally {
    await other.close()
  }
})

test.each([
  '/',
  '/_system/',
  '/_system/schema',
  '/rest/v2/books',
  '/rest/v1../_system',
  '/auth/v1/../../_system',
  '/functions/v1/x',
  '/restv1',
])('%s does not exist', async (path) => {
  const answer = await contract.fetch(
    new Request(`${contract.url}${path}`, { headers: { apikey: contract.secretKey } }),
  )
  expect(answer.status).toBe(404)
})
