import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { actionRpc } from './action-rpc.ts'
import { pageRpc } from './page-rpc.ts'

const sent: { url: string; init: RequestInit }[] = []
let answer: () => Promise<Response>

vi.mock('../transport/fetcher.ts', () => ({
  reach: (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return answer()
  },
}))
vi.mock('../config/runtime-config.ts', () => ({
  runtimeConfig: () => Promise.resolve({ supabaseUrl: 'https://hot.example', publishableKey: 'key' }),
}))
vi.mock('#web/lib/auth/session/access-token.ts', () => ({
  accessToken: () => Promise.resolve('old'),
  renewedToken: () => Promise.resolve('new'),
}))

beforeEach(() => {
  vi.stubEnv('SSR', false)
  sent.length = 0
  answer = async () => Response.json({ name: 'Ömer' })
})
afterEach(() => vi.unstubAllEnvs())

const headersOf = (index: number) => Object.fromEntries(new Headers(sent[index]?.init.headers))

test('a page is asked for by GET, without what is not given', async () => {
  const given = { p_slug: 'ömer & co', p_limit: 0, p_closed: false, p_cursor: null, p_kind: undefined }
  expect(await pageRpc('star_page', given)).toEqual({ name: 'Ömer' })
  expect(sent.map(({ url, init }) => [init.method, url])).toEqual([
    [undefined, 'https://hot.example/rest/v1/rpc/star_page?p_slug=%C3%B6mer+%26+co&p_limit=0&p_closed=false'],
  ])
  expect(headersOf(0)).toEqual({ apikey: 'key', authorization: 'Bearer old' })
})

test('without arguments the address is the bare one', async () => {
  await pageRpc('home_page', { p_kind: undefined })
  expect(sent[0]?.url).toBe('https://hot.example/rest/v1/rpc/home_page')
})

test('a change is a POST with its arguments; one that answers nothing is null', async () => {
  answer = async () => new Response(null, { status: 204 })
  expect(await actionRpc('end_session', { p_id: 'a', p_none: null })).toBeNull()
  expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{"p_id":"a","p_none":null}' })
  expect(headersOf(0)).toMatchObject({ 'content-type': 'application/json', apikey: 'key' })
})

test('a token that is refused is renewed once', async () => {
  const answers = [new Response('{}', { status: 401 }), Response.json(1)]
  answer = async () => answers.shift() ?? Response.error()
  expect(await pageRpc('home_page')).toBe(1)
  expect([headersOf(0).authorization, headersOf(1).authorization]).toEqual(['Bearer old', 'Bearer new'])
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
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), { status: 0, hint: '' }],
])('%s is thrown as such', async (_, answered, error) => {
  answer = async () => answered()
  await expect(pageRpc('home_page')).rejects.toMatchObject({ name: 'DataError', ...error })
})
