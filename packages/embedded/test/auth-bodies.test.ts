import type { Backend } from '@hot/embedded'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, member, OPENS_A_DATABASE, openOurs } from './open-contract.ts'

/** Every field of every request with invalid values: refused with 4xx, never a server error. */
let contract: Contract & { backend: Backend }
let person: Awaited<ReturnType<typeof member>>
beforeAll(async () => {
  contract = await openOurs()
  person = await member(contract)
})
afterAll(() => contract?.close())

type Who = 'guest' | 'member' | 'operator'
type Request_ = { who?: Who; method?: string; path: string; body: Record<string, unknown> }
const email = 'felder@gmx.de'
const password = 'ein langes Passwort'
const nobody = '00000000-0000-4000-8000-000000000000'
const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }

const requests: Request_[] = [
  { path: '/signup', body: { email, password, data: {}, ...challenge } },
  { path: '/token?grant_type=password', body: { email, password } },
  { path: '/token?grant_type=refresh_token', body: { refresh_token: 'x' } },
  { path: '/token?grant_type=pkce', body: { auth_code: 'x', code_verifier: 'y' } },
  { path: '/verify', body: { type: 'signup', email, token: '123456' } },
  { path: '/verify', body: { type: 'signup', token_hash: 'x' } },
  { path: '/recover', body: { email, ...challenge } },
  { path: '/resend', body: { email, type: 'signup', ...challenge } },
  { path: '/otp', body: { email, create_user: true, data: {}, ...challenge } },
  { path: '/otp', body: { phone: '+491511234567' } },
  { who: 'member', method: 'PUT', path: '/user', body: { email, password, nonce: '1', data: {}, ...challenge } },
  {
    who: 'member',
    path: '/factors',
    body: { factor_type: 'totp', friendly_name: 'x', issuer: 'y' },
  },
  { who: 'member', path: '/factors', body: { factor_type: 'phone', friendly_name: 'x', phone: '+491511234567' } },
  { who: 'member', path: `/factors/${nobody}/challenge`, body: { channel: 'sms' } },
  { who: 'member', path: `/factors/${nobody}/verify`, body: { challenge_id: nobody, code: '123456' } },
  { who: 'operator', path: '/invite', body: { email, data: {} } },
  {
    who: 'operator',
    path: '/admin/generate_link',
    body: { type: 'email_change_new', email, new_email: 'neu@gmx.de', password, data: {}, redirect_to: 'x' },
  },
  {
    who: 'operator',
    path: '/admin/users',
    body: { id: nobody, email, password, email_confirm: true, user_metadata: {}, app_metadata: {}, ban_duration: '1h' },
  },
  {
    who: 'operator',
    method: 'PUT',
    path: `/admin/users/${nobody}`,
    body: { email, password, email_confirm: true, user_metadata: {}, app_metadata: {}, ban_duration: '1h' },
  },
  { who: 'operator', method: 'DELETE', path: `/admin/users/${nobody}`, body: { should_soft_delete: true } },
]

async function send({ who = 'guest', method = 'POST', path }: Request_, body: string): Promise<[number, string]> {
  const key = who === 'operator' ? contract.secretKey : contract.publishableKey
  const headers = { apikey: key, ...(who === 'member' ? { authorization: `Bearer ${person.token}` } : {}) }
  const answer = await contract.fetch(new Request(`${contract.url}/auth/v1${path}`, { method, headers, body }))
  return [answer.status, await answer.text()]
}

const otherTypes = [5, -1.5, true, 'text', [], ['x'], {}, { a: 1 }]
const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)
/** As JSON text, because a lone surrogate cannot be written otherwise. */
const oddTexts = ['"\\u0000"', '"\\ud800"', `"${'x'.repeat(50_000)}"`, '"\\u202e\\u0301\\u0316"', '"%00"', '"null"']
const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`

describe.each(requests.map((request) => [request.path, request] as const))('%s', (_, request) => {
  test.each(Object.keys(request.body))('%s', OPENS_A_DATABASE, async (field) => {
    const own = typeOf(request.body[field])
    const withField = (json: string) =>
      JSON.stringify({ ...request.body, [field]: '@' }).replace(
        `${JSON.stringify(field)}:"@"`,
        `${JSON.stringify(field)}:${json}`,
      )
    for (const value of otherTypes.filter((other) => typeOf(other) !== own)) {
      const [status, text] = await send(request, withField(JSON.stringify(value)))
      expect([value, status, JSON.parse(text)]).toMatchObject([value, 400, { error_code: 'bad_json' }])
    }
    const odd =
      own === 'string' ? oddTexts : own === 'object' ? [`{"a":${oddTexts[0]}}`, `{"a":${oddTexts[1]}}`, deep] : []
    for (const json of [...odd, 'null']) {
      const [status] = await send(request, withField(json))
      expect([json.slice(0, 20), status < 500]).toEqual([json.slice(0, 20), true])
    }
  })
})

test.each(['', 'null', '5', '"x"', '[]', '{', '{"email":}', '\u0000', deep.slice(0, 9000)])(
  'a body that is no object: %s',
  async (body) => {
    const [status] = await send({ path: '/signup', body: {} }, body)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  },
)

test.each([
  ['issuer', { factor_type: 'totp', friendly_name: 'a', issuer: 'x'.repeat(5000) }],
  ['issuer of wide characters', { factor_type: 'totp', friendly_name: 'b', issuer: '🙂'.repeat(120) }],
  ['name', { factor_type: 'totp', friendly_name: 'x'.repeat(5000) }],
])('a factor with a long %s is refused', async (_, body) => {
  expect((await send({ who: 'member', path: '/factors', body }, JSON.stringify(body)))[0]).toBe(400)
})

test.each([
  '/admin/users?page=99999999999999999999',
  '/admin/users?page=-1&per_page=99999999999',
  '/admin/users?page=%00',
])('%s is answered', async (path) => {
  const answer = await contract.fetch(
    new Request(`${contract.url}/auth/v1${path}`, { headers: { apikey: contract.secretKey } }),
  )
  expect(answer.status).toBe(200)
})

test('a ban longer than a lifetime is refused', async () => {
  const body = { ban_duration: `${'9'.repeat(300)}h` }
  expect(
    (await send({ who: 'operator', method: 'PUT', path: `/admin/users/${person.id}`, body }, JSON.stringify(body)))[0],
  ).toBe(400)
})

test('metadata stays below 8 kB, in one request or several, and can be reduced', async () => {
  const { client } = await member(contract)
  const put = async (data: object) => (await client.auth.updateUser({ data })).error?.status ?? 200
  expect(await put({ a: 'x'.repeat(9000) })).toBe(400)
  expect(await put({ a: 'x'.repeat(5000) })).toBe(200)
  expect(await put({ b: 'x'.repeat(5000) })).toBe(400)
  expect(await put({ a: null, b: 'x'.repeat(5000) })).toBe(200)
  const signUp = { email: 'gross@gmx.de', password, options: { data: { a: 'x'.repeat(9000) } } }
  expect((await contract.guest().auth.signUp(signUp)).error?.status).toBe(400)
})
