import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { event } from '../../../../tests/support/web/analytics-queue-harness.ts'

const request = vi.fn<typeof fetch>()
let sendBatch: typeof import('./analytics-transport.ts').sendBatch

beforeEach(async () => {
  vi.resetModules()
  ;({ sendBatch } = await import('./analytics-transport.ts'))
  request.mockReset()
  vi.stubGlobal('fetch', request)
  Reflect.set(globalThis, Symbol.for('hot.server'), {
    config: { supabaseUrl: 'https://db.example', publishableKey: 'public', siteUrl: '', site: {} },
  })
})

afterEach(() => {
  vi.useRealTimers()
})

test('a batch is one POST that outlives the page, as guest without a token', async () => {
  request.mockResolvedValue(new Response(null, { status: 201 }))
  const batch = [event(), event()]
  await sendBatch(batch)
  const [url, init] = request.mock.calls[0] ?? []
  expect(url).toBe('https://db.example/rest/v1/analytics_events')
  expect(init).toMatchObject({ method: 'POST', keepalive: true, body: JSON.stringify(batch) })
  const headers = new Headers(init?.headers)
  expect([headers.get('prefer'), headers.get('apikey')]).toEqual(['return=minimal', 'public'])
  expect(headers.has('authorization')).toBe(false)
})

test.each([
  [201, 'done'],
  [400, 'done'],
  [401, 'done'],
  [403, 'done'],
  [409, 'done'],
  [429, 'lost'],
  [500, 'lost'],
  [503, 'lost'],
] as const)('an answer %d means %s', async (status, outcome) => {
  request.mockResolvedValue(new Response(null, { status }))
  expect(await sendBatch([event()])).toBe(outcome)
})

test('no answer means lost', async () => {
  request.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await sendBatch([event()])).toBe('lost')
})

test('after signing out nothing is sent in the name of the member', async () => {
  expect(await sendBatch([event({ user_id: 'anna' })])).toBe('done')
  expect(request).not.toHaveBeenCalled()
})

test.each([
  ['so many seconds', '120', 120],
  ['no time', null, 60],
  ['a date', 'Wed, 21 Oct 2026 07:28:00 GMT', 60],
])('after a 429 nothing is sent for as long as the server says: %s', async (_, said, seconds) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const warned = vi.spyOn(console, 'warn')
  request.mockResolvedValueOnce(new Response(null, { status: 429, headers: said ? { 'Retry-After': said } : {} }))
  request.mockResolvedValue(new Response(null, { status: 201 }))
  expect(await sendBatch([event()])).toBe('lost')
  vi.setSystemTime(Date.now() + seconds * 1000 - 1)
  expect(await sendBatch([event()])).toBe('lost')
  expect(request).toHaveBeenCalledOnce()
  vi.setSystemTime(Date.now() + 1)
  expect(await sendBatch([event()])).toBe('done')
  expect([request.mock.calls.length, warned.mock.calls.length]).toEqual([2, 0])
})
