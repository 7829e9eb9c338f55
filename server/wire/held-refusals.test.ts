import type { HttpBindings } from '@hono/node-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { holdRefusals } from './held-refusals.ts'

const start = stubServers()
const request = new Request('http://hot.example/stars')
const refusal = (status = 429) => new Response('später', { status, headers: { 'retry-after': '5' } })

/** Sends one request; `status` is 0 until it is answered. */
function asking(answer: ReturnType<typeof holdRefusals>) {
  const headers = new Headers()
  const outgoing = { setHeader: (name: string, value: string) => headers.set(name, value) }
  const asked = { status: 0, headers }
  void Promise.resolve(answer(request, { outgoing } as unknown as HttpBindings)).then(({ status }) => {
    asked.status = status
  })
  return asked
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([429, 503])('a %i that says when to come back is held for a moment', async (status) => {
  const asked = asking(
    holdRefusals(
      async () => refusal(status),
      () => '192.0.2.1',
      250,
    ),
  )
  await vi.advanceTimersByTimeAsync(249)
  expect(asked.status).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.status).toBe(status)
})

test('everything else is sent at once, made at once or later', async () => {
  const pages = [new Response('ja'), new Response('', { status: 404 }), new Response('{}', { status: 503 })]
  for (const page of pages) {
    expect(
      holdRefusals(
        () => page,
        () => '192.0.2.1',
      )(request, {} as HttpBindings),
    ).toBe(page)
    expect(
      await holdRefusals(
        async () => page,
        () => '192.0.2.1',
      )(request, {} as HttpBindings),
    ).toBe(page)
  }
})

test('beyond what may wait refusals are sent at once and end their connection, for one network and for all', async () => {
  let address = '192.0.2.1'
  const answer = holdRefusals(
    () => refusal(),
    () => address,
    250,
    { perNetwork: 2, all: 3 },
  )
  const flood = [asking(answer), asking(answer), asking(answer)]
  await vi.advanceTimersByTimeAsync(0)
  expect(flood.map(({ status }) => status)).toEqual([0, 0, 429])
  expect(flood.map(({ headers }) => headers.get('connection'))).toEqual([null, null, 'close'])
  address = '192.0.2.2'
  const others = [asking(answer), asking(answer)]
  await vi.advanceTimersByTimeAsync(0)
  expect(others.map(({ status }) => status)).toEqual([0, 429])
  await vi.advanceTimersByTimeAsync(250)
  const later = asking(answer)
  await vi.advanceTimersByTimeAsync(0)
  expect([others[0]?.status, later.status]).toEqual([429, 0])
})

test('the server holds them by the address of the visitor, and the connection stays open for the next request', async () => {
  vi.useRealTimers()
  const { get } = await start({ gateway: async () => refusal() })
  const began = performance.now()
  const answer = await get('/auth/v1/token', {}, 'POST')
  expect([answer.status, answer.headers.get('connection')]).toEqual([429, 'keep-alive'])
  expect(performance.now() - began).toBeGreaterThan(140)
})
