import { expect, test } from 'vitest'
import { BODY_OPTIONS, bodyReader } from './bodies.ts'

/** A request whose body never ends. */
const heldOpen = () =>
  new Request('http://x/', { method: 'POST', body: new ReadableStream(), duplex: 'half' } as RequestInit)
const sent = (text: string) => new Request('http://x/', { method: 'POST', body: text })
const statusOf = (answer: Request | Response) => (answer instanceof Response ? answer.status : 'read')

test('reads a body up to its limit, with or without Content-Length', async () => {
  const read = bodyReader()
  const small = await read(sent('x'.repeat(10)), '192.0.2.1', 10)
  expect(small instanceof Request && (await small.text())).toBe('x'.repeat(10))
  expect(statusOf(await read(sent('x'.repeat(11)), '192.0.2.1', 10))).toBe(413)
  const unannounced = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(8)) })
  const endless = new Request('http://x/', { method: 'POST', body: unannounced, duplex: 'half' } as RequestInit)
  expect(statusOf(await read(endless, '192.0.2.1', 10))).toBe(413)
})

test('aborts a body that arrives too slowly', async () => {
  const read = bodyReader({ ...BODY_OPTIONS, seconds: 0.01 })
  const answer = await read(heldOpen(), '192.0.2.1', 1_000)
  expect(statusOf(answer)).toBe(408)
  expect((answer as Response).headers.get('connection')).toBe('close')
})

test('limits the open bodies of one network without affecting others', async () => {
  const read = bodyReader({ ...BODY_OPTIONS, openPerNetwork: 2, seconds: 0.2 })
  const held = ['2001:db8:1:2::1', '2001:db8:1:2::2'].map((address) => read(heldOpen(), address, 1_000))
  const third = await read(sent('x'), '2001:db8:1:2::3', 1_000)
  expect(third instanceof Response && [third.status, third.headers.get('retry-after')]).toEqual([429, '5'])
  expect(statusOf(await read(sent('x'), '2001:db8:1:3::1', 1_000))).toBe('read')
  expect((await Promise.all(held)).map(statusOf)).toEqual([408, 408])
  expect(statusOf(await read(sent('x'), '2001:db8:1:2::3', 1_000))).toBe('read')
})
