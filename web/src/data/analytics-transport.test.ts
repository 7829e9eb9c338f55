import { beforeEach, expect, test, vi } from 'vitest'
import { event } from './analytics-stage.ts'
import { sendBatch } from './analytics-transport.ts'

const request = vi.fn<typeof fetch>()

beforeEach(() => {
  request.mockReset()
  vi.stubGlobal('fetch', request)
  Reflect.set(globalThis, Symbol.for('hot.server'), {
    config: { supabaseUrl: 'https://db.example', publishableKey: 'public', siteUrl: '', site: {} },
  })
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

test('nobody is there to vouch for a member who is gone: nothing is sent in their name', async () => {
  expect(await sendBatch([event({ user_id: 'anna' })])).toBe('done')
  expect(request).not.toHaveBeenCalled()
})
