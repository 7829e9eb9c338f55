import { expect, test } from 'vitest'
import { pageTrace, withTrace } from './fetcher.ts'

const site = 'https://hot.example'
const traceOf = (init?: RequestInit) => new Headers(init?.headers).get('traceparent')

test.each([
  '/rest/v1/rpc/start_page',
  'https://hot.example/auth/v1/user',
  new URL('https://hot.example/config.json'),
  new Request('https://hot.example/rest/v1/stars'),
])('our own origin gets the trace of the page: %s', (address) => {
  expect(traceOf(withTrace(address, undefined, site))).toMatch(new RegExp(`^00-${pageTrace()}-[0-9a-f]{16}-00$`))
})

test.each([
  'https://project.supabase.co/rest/v1/stars',
  'http://hot.example/rest/v1/stars',
  'https://hot.example:8443/rest/v1/stars',
  'https://hot.example.evil.example/',
  '//evil.example/rest/v1/stars',
])('no other origin gets any: %s', (address) => {
  const init = { headers: { apikey: 'x' } }
  expect(withTrace(address, init, site)).toBe(init)
})

test('every request has its own span id and keeps its headers', () => {
  const init: RequestInit = { method: 'POST', headers: { apikey: 'key' }, body: 'x' }
  const [first, second] = [withTrace('/rest/v1/a', init, site), withTrace('/rest/v1/a', init, site)]
  expect(traceOf(first)).not.toBe(traceOf(second))
  expect(new Headers(first?.headers).get('apikey')).toBe('key')
  expect(first).toMatchObject({ method: 'POST', body: 'x' })
  expect(init.headers).toEqual({ apikey: 'key' })
  const signed = new Request('https://hot.example/x', { headers: { authorization: 'Bearer t' } })
  expect(new Headers(withTrace(signed, undefined, site)?.headers).get('authorization')).toBe('Bearer t')
})
