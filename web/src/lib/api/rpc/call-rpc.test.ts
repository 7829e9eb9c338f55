import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lostAnswer } from '../../../../../tests/support/web/lost-answer.ts'
import { registerTokenSource } from '../transport/request-context.ts'
import { rpc } from './rpc.ts'

const sent: { url: string; init: RequestInit }[] = []
let answer: () => Promise<Response>

vi.mock('../transport/fetcher.ts', () => ({
  fetchBackend: (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return answer()
  },
}))
vi.mock('../config/runtime-config.ts', () => ({
  runtimeConfig: () => Promise.resolve({ supabaseUrl: 'https://hot.example', publishableKey: 'key' }),
}))
const tokenOfMember = async () => ({ accessToken: async () => 'old', renewedToken: async () => 'new' })
registerTokenSource(tokenOfMember)

beforeEach(() => {
  vi.stubEnv('SSR', false)
  sent.length = 0
  answer = async () => Response.json({ name: 'Ömer' })
})
afterEach(() => vi.unstubAllEnvs())

const headersOf = (index: number) => Object.fromEntries(new Headers(sent[index]?.init.headers))

test('a page is requested by GET, without undefined arguments', async () => {
  const given = { p_query: 'ömer & co', p_limit: 0, p_after: null, p_letter: undefined }
  expect(await rpc('stars_page', given)).toEqual({ name: 'Ömer' })
  expect(sent.map(({ url, init }) => [init.method, url])).toEqual([
    [undefined, 'https://hot.example/rest/v1/rpc/stars_page?p_query=%C3%B6mer+%26+co&p_limit=0'],
  ])
  expect(headersOf(0)).toEqual({ apikey: 'key', authorization: 'Bearer old' })
})

test('without arguments the URL has no query', async () => {
  await rpc('home_page')
  expect(sent[0]?.url).toBe('https://hot.example/rest/v1/rpc/home_page')
})

test('a write is a POST with its arguments; an empty answer is null', async () => {
  answer = async () => new Response(null, { status: 204 })
  expect(await rpc('admin_set_role', { p_id: 'a', p_role: 'user', p_reason: null })).toBeNull()
  expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{"p_id":"a","p_role":"user","p_reason":null}' })
  expect(headersOf(0)).toMatchObject({ 'content-type': 'application/json', apikey: 'key' })
})

test('a list in a read is an array literal of PostgreSQL; too long for a URL it is posted', async () => {
  await rpc('viewer_posts', { p_ids: ['a', 'b'] })
  expect(sent[0]?.url).toBe('https://hot.example/rest/v1/rpc/viewer_posts?p_ids=%7Ba%2Cb%7D')
  await rpc('viewer_fans', { p_ids: ['a', 'b'] })
  expect(sent[1]?.init).toMatchObject({ method: 'POST', body: '{"p_ids":["a","b"]}' })
})

test('slow functions have a minute, all others the limit of the connection', async () => {
  vi.stubGlobal('navigator', { connection: { effectiveType: '4g' } })
  const limits = vi.spyOn(AbortSignal, 'timeout')
  await rpc('stars_page')
  await rpc('admin_transparency', { p_from: '2026-01-01', p_to: '2026-02-01' })
  expect(limits.mock.calls).toEqual([[8_000], [60_000]])
  vi.unstubAllGlobals()
  limits.mockRestore()
})

test('a refused token is renewed once', async () => {
  const answers = [new Response('{}', { status: 401 }), Response.json(1)]
  answer = async () => answers.shift() ?? Response.error()
  expect(await rpc('home_page')).toBe(1)
  expect([headersOf(0).authorization, headersOf(1).authorization]).toEqual(['Bearer old', 'Bearer new'])
})

test('what was sent as a guest’s because the session took long to be confirmed is sent once more as the member’s', async () => {
  const tokens = [null, 'late']
  registerTokenSource(async () => ({
    accessToken: async () => tokens.shift() ?? null,
    renewedToken: async () => 'renewed',
  }))
  answer = async () => new Response('{}', { status: 401 })
  await expect(rpc('home_page')).rejects.toMatchObject({ status: 401 })
  expect([headersOf(0).authorization, headersOf(1).authorization, sent.length]).toEqual([
    undefined,
    'Bearer renewed',
    2,
  ])
  sent.length = 0
  await expect(rpc('home_page')).rejects.toMatchObject({ status: 401 })
  expect(sent).toHaveLength(1)
  registerTokenSource(tokenOfMember)
})

const refusal = { code: 'P0001', message: 'no', hint: 'nickname_taken', details: null }
test.each([
  ['a refusal', () => Response.json(refusal, { status: 400 }), { code: 'P0001', hint: 'nickname_taken', status: 400 }],
  [
    'too many',
    () => Response.json(refusal, { status: 429, headers: { 'Retry-After': '7' } }),
    { status: 429, retryAfter: 7 },
  ],
  ['the page of a proxy', () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), { code: '', status: 502 }],
  ['a page in place of the answer', () => new Response('<h1>Login</h1>'), { code: '', status: 200 }],
  ['nothing at all', () => new Response(null, { status: 404 }), { code: '', status: 404, hint: '' }],
  ['no network', () => Promise.reject(lostAnswer()), { status: 0, hint: '' }],
])('%s is thrown as such', async (_, answered, error) => {
  answer = async () => answered()
  await expect(rpc('home_page')).rejects.toMatchObject({ name: 'DataError', ...error })
})

test('a mistake of the program on the way is thrown as what it is, and not tried again', async () => {
  const mistake = new TypeError('URL.canParse is not a function')
  let asked = 0
  answer = async () => {
    asked++
    throw mistake
  }
  await expect(rpc('home_page')).rejects.toBe(mistake)
  expect(asked).toBe(1)
})

test('nothing is sent before the app has set its token source', async () => {
  vi.resetModules()
  const fresh = await import('./rpc.ts')
  await expect(fresh.rpc('home_page')).rejects.toThrow('registerTokenSource')
  expect(sent).toHaveLength(0)
})
